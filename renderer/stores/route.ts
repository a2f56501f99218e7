import { create } from 'zustand';
import { formatRoute, isUnchosen, parseRoute, type Route, type ViewName } from '../routes.ts';

interface RouteStore {
  readonly route: Route;
}

/** Where the window is. The address bar is the truth; this store follows it. */
export const useRoute = create<RouteStore>(() => ({ route: currentRoute() }));

/** Follows the address bar until the returned function is called. */
export function followAddress(): () => void {
  const follow = () => useRoute.setState({ route: currentRoute() });
  window.addEventListener('hashchange', follow);
  return () => window.removeEventListener('hashchange', follow);
}

/** Goes to a place and leaves a step in the history. */
export function goTo(view: ViewName, id: string | null = null, parameters: Record<string, string> = {}): void {
  window.location.hash = formatRoute(view, id, parameters);
  // The browser tells of the new address later; until then the old view must not take the person for its own.
  useRoute.setState({ route: currentRoute() });
}

/** Goes to a place without a step in the history: moving through a list is not a journey. */
export function replacePlace(view: ViewName, id: string | null, parameters: Record<string, string> = {}): void {
  window.history.replaceState(null, '', formatRoute(view, id, parameters));
  useRoute.setState({ route: currentRoute() });
}

/** Shows the first row of a view. Who has chosen a row, or is on the way to another view, is not called back. */
export function showFirst(view: ViewName, id: string, parameters: Record<string, string> = {}): void {
  if (isUnchosen(currentRoute(), view)) replacePlace(view, id, parameters);
}

/** The place in the address bar: after a click on a link it is newer than what is on screen. */
export function currentRoute(): Route {
  return parseRoute(window.location.hash);
}
