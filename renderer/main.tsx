import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme.css';
import './base.css';
import { App } from './shell/app.tsx';
import { CrashScreen } from './shell/crash-screen.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('bug: index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <CrashScreen>
      <App />
    </CrashScreen>
  </StrictMode>,
);
