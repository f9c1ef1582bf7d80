/** Addresses: `/`, `/create`, `/rules`, `/replays`, `/play`, `/r/CODE`, `/watch/ROOM`, and `#device=CODE`. */

export type Route =
  | { readonly page: 'home' | 'create' | 'rules' | 'replays' | 'play' }
  | { readonly page: 'room'; readonly code: string }
  | { readonly page: 'watch'; readonly room: string };

const PLAIN = ['create', 'rules', 'replays', 'play'] as const;

/** Anything else is home. */
export function parsePath(path: string): Route {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  if (first === 'r' && second) return { page: 'room', code: decodePart(second).toUpperCase() };
  if (first === 'watch' && second) return { page: 'watch', room: decodePart(second) };
  const page = PLAIN.find((one) => one === first);
  return { page: page ?? 'home' };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function pathOf(route: Route): string {
  switch (route.page) {
    case 'home': return '/';
    case 'room': return `/r/${encodeURIComponent(route.code)}`;
    case 'watch': return `/watch/${encodeURIComponent(route.room)}`;
    default: return `/${route.page}`;
  }
}

/** The one-time code another device made; it stands in the fragment, which is never sent. */
export function deviceCode(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('device');
}

export function sameRoute(a: Route, b: Route): boolean {
  return pathOf(a) === pathOf(b);
}
