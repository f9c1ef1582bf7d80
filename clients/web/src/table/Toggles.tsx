/** What plays by itself. Places are fixed: a toggle a ruleset lacks leaves its place empty. */
import { useState } from 'preact/hooks';
import type { Send, ToggleId, ToggleView } from '../viewmodel';
import { useText, type Key } from '../i18n';
import { rectStyle } from './Box';
import type { Layout, Rect } from './layout';

const ORDER: readonly ToggleId[] = ['flowers', 'auto_win', 'no_calls', 'throw_drawn', 'sort'];

/** The name says which calls the ruleset has. */
function nameOf({ id, parts }: ToggleView): Key {
  if (id !== 'no_calls' || !parts) return `toggle.${id}`;
  const verbs = parts.map((part) => part.verb);
  if (!verbs.includes('chow')) return 'toggle.no_calls.pk';
  return verbs.includes('kong') ? 'toggle.no_calls' : 'toggle.no_calls.cp';
}

function Parts({ toggle, rect, send }: { readonly toggle: ToggleView; readonly rect: Rect; readonly send: Send }) {
  const { t } = useText();
  const parts = toggle.parts ?? [];
  const height = parts.length * 44 + 12;
  return (
    <div class="toggle-parts" role="group" style={{ left: `${rect.x - 20}px`, top: `${rect.y - height - 6}px` }}>
      {parts.map(({ verb, on }) => (
        <button type="button" key={verb} class="toggle-part" aria-pressed={on}
          onClick={() => send({ type: 'toggle', id: toggle.id, on: !on, verb })}>
          <i class="toggle-dot" />{t(`toggle.refuse.${verb}`)}
        </button>
      ))}
    </div>
  );
}

export function Toggles({ toggles, layout, send }: { readonly toggles: readonly ToggleView[]; readonly layout: Layout; readonly send: Send }) {
  const { t, locale } = useText();
  const [open, setOpen] = useState(false);
  return (
    <div class="toggles" role="group" aria-label={t('toggle.label')}>
      {ORDER.map((id, i) => {
        const toggle = toggles.find((one) => one.id === id);
        const rect = layout.toggles[i]!;
        if (!toggle) return null;
        const press = () => (toggle.parts ? setOpen(!open) : send({ type: 'toggle', id, on: !toggle.on }));
        return (
          <button type="button" key={id} class={`toggle box toggle-${locale}`} style={rectStyle(rect)} aria-pressed={toggle.on}
            {...(toggle.parts ? { 'aria-expanded': open } : {})} onClick={press}>
            <i class="toggle-dot" />
            <span class="ellipsis">{t(nameOf(toggle))}</span>
            {toggle.parts && <span class="toggle-more" aria-hidden="true">▾</span>}
          </button>
        );
      })}
      {open && toggles.filter((toggle) => toggle.parts).map((toggle) => (
        <Parts key={toggle.id} toggle={toggle} rect={layout.toggles[ORDER.indexOf(toggle.id)]!} send={send} />
      ))}
    </div>
  );
}
