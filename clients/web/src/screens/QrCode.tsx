/** An invite link to be scanned; nothing where the link is too long for it. */
import { useMemo } from 'preact/hooks';
import { qrModules } from './qr';

export function QrCode({ text }: { readonly text: string }) {
  const modules = useMemo(() => qrModules(text), [text]);
  if (!modules) return null;
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1Z` : ''))).join('');
  return (
    <svg class="qr" viewBox={`0 0 ${modules.length} ${modules.length}`} role="img" aria-label={text} shape-rendering="crispEdges">
      <path d={path} fill="#10201c" />
    </svg>
  );
}
