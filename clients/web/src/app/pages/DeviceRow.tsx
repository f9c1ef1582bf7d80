/** Going on with another device: a link that works once, as a square to scan. It is made only when asked for. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Label } from '../../viewmodel';
import { useText } from '../../i18n';
import { QrCode } from '../../screens/QrCode';
import { Button } from '../../ui/basics';
import { both } from '../words';
import './pages.css';

export interface DeviceLink {
  readonly link: string;
  readonly note: Label;
}

const WORDS = {
  title: both('换一台设备', 'Another device'),
  help: both('扫一扫，在那台设备上就是你', 'Scan it, and that device becomes you'),
  make: both('生成链接', 'Make a link'),
} as const;

export function DeviceRow({ onAsk }: { readonly onAsk: () => Promise<DeviceLink | null> }) {
  const { label } = useText();
  const [made, setMade] = useState<DeviceLink | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => { if (made) box.current?.scrollIntoView({ block: 'end' }); }, [made]);
  return (
    <div class="setting setting-device" ref={box}>
      <span><b>{label(WORDS.title)}</b><small>{made ? label(made.note) : label(WORDS.help)}</small></span>
      {made
        ? <div class="device-link"><QrCode text={made.link} /><code>{made.link}</code></div>
        : <Button dense onClick={() => void onAsk().then(setMade)}>{label(WORDS.make)}</Button>}
    </div>
  );
}
