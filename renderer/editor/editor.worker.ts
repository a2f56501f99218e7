// Monaco's worker (diff computing) as a module of our own origin, so that no policy has to allow blob: workers.
import 'monaco-editor/editor/editor.worker.js';
