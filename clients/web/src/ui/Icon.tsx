/** Line icons of our own on a 20-unit field, in the colour of the text around them. */

const PATHS = {
  eye: 'M1.8 10C4 6.2 6.8 4.4 10 4.4s6 1.8 8.2 5.6c-2.2 3.8-5 5.6-8.2 5.6S4 13.8 1.8 10Z M10 12.5a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5Z',
  volume: 'M3 7.8v4.4h2.8L9.6 15.4V4.6L5.8 7.8Z M12.6 7.4a3.7 3.7 0 0 1 0 5.2 M14.9 5a7 7 0 0 1 0 10',
  muted: 'M3 7.8v4.4h2.8L9.6 15.4V4.6L5.8 7.8Z M13 8l4 4 M17 8l-4 4',
  gear: 'M10 12.6a2.6 2.6 0 1 0 0-5.2a2.6 2.6 0 0 0 0 5.2Z M8.8 2.6h2.4l.4 2 1.5.7 1.8-1.1 1.7 1.7-1.1 1.8.7 1.5 2 .4v2.4l-2 .4-.7 1.5 1.1 1.8-1.7 1.7-1.8-1.1-1.5.7-.4 2H8.8l-.4-2-1.5-.7-1.8 1.1-1.7-1.7 1.1-1.8-.7-1.5-2-.4V9.6l2-.4.7-1.5-1.1-1.8 1.7-1.7 1.8 1.1 1.5-.7Z',
  expand: 'M3.5 7.5v-4h4 M12.5 3.5h4v4 M16.5 12.5v4h-4 M7.5 16.5h-4v-4',
  exit: 'M11.5 3.5H5a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h6.5 M9 10h8 M14 6.8l3.2 3.2-3.2 3.2',
  book: 'M6.5 3.5h7A2.5 2.5 0 0 1 16 6v8a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 4 14V6a2.5 2.5 0 0 1 2.5-2.5Z M4 12h12',
  right: 'M7.5 4.5l5.5 5.5-5.5 5.5',
  left: 'M12.5 4.5L7 10l5.5 5.5',
  up: 'M4.5 12.5L10 7l5.5 5.5',
  down: 'M4.5 7.5L10 13l5.5-5.5',
  arrow: 'M3.5 10h13 M11.5 5l5 5-5 5',
  chat: 'M3 4h14v10H8l-3.5 3V14H3Z',
  check: 'M4 10.5l4 4 8-9',
  warn: 'M10 3L18 16.8H2Z M10 8v4.2 M10 14.4v.2',
  info: 'M10 17.5a7.5 7.5 0 1 0 0-15a7.5 7.5 0 0 0 0 15Z M10 9v4.8 M10 6.3v.2',
  swap: 'M3.5 7H16 M13 4l3 3-3 3 M16.5 13H4 M7 10l-3 3 3 3',
  robot: 'M4.5 6.5h11a1.5 1.5 0 0 1 1.5 1.5v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5V8a1.5 1.5 0 0 1 1.5-1.5Z M10 6.5V3.5 M7.3 10.3v1.6 M12.7 10.3v1.6',
  copy: 'M9 7.5h6A1.5 1.5 0 0 1 16.5 9v6a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 15V9A1.5 1.5 0 0 1 9 7.5Z M12.5 7.5V5A1.5 1.5 0 0 0 11 3.5H5A1.5 1.5 0 0 0 3.5 5v6A1.5 1.5 0 0 0 5 12.5h2.5',
  play: 'M6 3.8L15.5 10L6 16.2Z',
  fast: 'M3.5 4.5L10 10L3.5 15.5Z M10.5 4.5L17 10L10.5 15.5Z',
  table: 'M6.5 3h7A3.5 3.5 0 0 1 17 6.5v7a3.5 3.5 0 0 1-3.5 3.5h-7A3.5 3.5 0 0 1 3 13.5v-7A3.5 3.5 0 0 1 6.5 3Z M9 7.5h2A1.5 1.5 0 0 1 12.5 9v2a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 11V9A1.5 1.5 0 0 1 9 7.5Z',
  share: 'M10 12.5V3 M6.5 6.3L10 2.8l3.5 3.5 M3.5 11v4A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5v-4',
  plus: 'M10 3.5v13 M3.5 10h13',
  minus: 'M3.5 10h13',
  clock: 'M10 17.5a7.5 7.5 0 1 0 0-15a7.5 7.5 0 0 0 0 15Z M10 5.5V10l3 2',
  close: 'M4.5 4.5l11 11 M15.5 4.5l-11 11',
  menu: 'M3 5.5h14 M3 10h14 M3 14.5h14',
  globe: 'M10 17.5a7.5 7.5 0 1 0 0-15a7.5 7.5 0 0 0 0 15Z M2.5 10h15 M10 2.5c5 5 5 10 0 15c-5-5-5-10 0-15Z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The only thing that turns: a broken ring while the connection is being made anew. */
export function Spinner({ size = 18 }: { readonly size?: number }) {
  return (
    <svg class="icon spinner" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r="7.5" opacity="0.45" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />
    </svg>
  );
}
