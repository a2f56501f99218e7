import { create } from 'zustand';
import { formatRoute, parseRoute, type Route, type ViewName } from '../routes.ts';

interface RouteStore {
  readonly route: Route;
}

/** Where the window is. The address bar is the truth; this store follows it. */
export const useRoute = create<RouteStore>(() => ({ route: parseRoute(window.location.hash) }));

/** Follows the address bar until the returned function is called. */
export function followAddress(): () => void {
  const follow = () => useRoute.setState({ route: parseRoute(window.location.hash) });
  window.addEventListener('hashchange', follow);
  return () => window.removeEventListener('hashchange', follow);
}

/** Goes to a place and leaves a step in the history. */
export function goTo(view: ViewName, id: string | null = null, parameters: Record<string, string> = {}): void {
  window.location.hash = formatRoute(view, id, parameters);
}

/** Goes to a place without a step in the history: moving through a list is not a journey. */
export function replacePlace(view: ViewName, id: string | null, parameters: Record<string, string> = {}): void {
  window.history.replaceState(null, '', formatRoute(view, id, parameters));
  useRoute.setState({ route: parseRoute(window.location.hash) });
}
