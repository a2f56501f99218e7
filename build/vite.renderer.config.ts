import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Bundles the console for both doors: relative addresses, nothing inlined, no evaluated code, so a strict CSP holds.
 */
export default defineConfig({
  root: `${import.meta.dirname}/../renderer`,
  base: './',
  plugins: [react()],
  build: {
    outDir: `${import.meta.dirname}/../dist/renderer`,
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
  },
  worker: { format: 'es' },
});
