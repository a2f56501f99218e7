import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'compact' | 'comfortable';
export type Motion = 'system' | 'reduced';

interface Settings {
  readonly theme: Theme;
  readonly density: Density;
  readonly motion: Motion;
}

/** How this person wants the window to look. Kept in this browser or desktop profile, never in a ledger. */
export const useSettings = create<Settings>()(
  persist((): Settings => ({ theme: 'system', density: 'compact', motion: 'system' }), { name: 'mizan.settings' }),
);

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
const reducedSystem = window.matchMedia('(prefers-reduced-motion: reduce)');

function shownTheme(settings: Settings): 'light' | 'dark' {
  if (settings.theme !== 'system') return settings.theme;
  return darkSystem.matches ? 'dark' : 'light';
}

/** The theme that is on screen, also while the system changes it. */
export function useShownTheme(): 'light' | 'dark' {
  const settings = useSettings();
  return useSyncExternalStore(onSystemTheme, () => shownTheme(settings));
}

function onSystemTheme(changed: () => void): () => void {
  darkSystem.addEventListener('change', changed);
  return () => darkSystem.removeEventListener('change', changed);
}

/** Writes the settings to the root element, now and after every change. */
export function applySettings(): () => void {
  const apply = () => {
    const settings = useSettings.getState();
    const root = document.documentElement.dataset;
    root.theme = shownTheme(settings);
    root.density = settings.density;
    root.motion = settings.motion === 'reduced' || reducedSystem.matches ? 'reduced' : 'full';
  };
  apply();
  darkSystem.addEventListener('change', apply);
  reducedSystem.addEventListener('change', apply);
  const stop = useSettings.subscribe(apply);
  return () => {
    stop();
    darkSystem.removeEventListener('change', apply);
    reducedSystem.removeEventListener('change', apply);
  };
}
