/** The small parts every screen is made of. */
import type { ComponentChildren } from 'preact';
import { useText } from '../i18n';
import { Icon, type IconName } from './Icon';
import './ui.css';

type ButtonKind = 'primary' | 'secondary' | 'ghost';

interface ButtonProps {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  readonly after?: IconName;
  readonly dense?: boolean;
  readonly disabled?: boolean;
  readonly title?: string;
  readonly label?: string;
  readonly class?: string;
  readonly pressed?: boolean;
  readonly autofocus?: boolean;
  readonly onClick: () => void;
  readonly children?: ComponentChildren;
}

export function Button(props: ButtonProps) {
  const { kind = 'secondary', icon, after, dense, disabled, title, label, pressed, autofocus, onClick, children } = props;
  return (
    <button
      type="button"
      class={['btn', `btn-${kind}`, dense && 'btn-dense', props.class].filter(Boolean).join(' ')}
      disabled={disabled ?? false}
      {...(title === undefined ? {} : { title })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      {...(autofocus ? { autofocus: true } : {})}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
      {after && <Icon name={after} />}
    </button>
  );
}

export function IconButton({ icon, label, onClick, pressed }: {
  readonly icon: IconName; readonly label: string; readonly onClick: () => void; readonly pressed?: boolean;
}) {
  return (
    <button type="button" class="icon-btn" aria-label={label} title={label} onClick={onClick}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}>
      <Icon name={icon} size={20} />
    </button>
  );
}

export interface Choice<V> {
  readonly value: V;
  readonly label: string;
}

/** A row of mutually exclusive choices; `changed` marks a value other than the default. */
export function Segment<V extends string | number | boolean>({ name, value, choices, changed, onChange }: {
  readonly name: string; readonly value: V; readonly choices: readonly Choice<V>[];
  readonly changed?: boolean; readonly onChange: (value: V) => void;
}) {
  return (
    <div class={`segment${changed ? ' changed' : ''}`} role="radiogroup" aria-label={name}>
      {choices.map((choice) => (
        <button type="button" role="radio" key={String(choice.value)} class="segment-choice"
          aria-checked={choice.value === value} onClick={() => onChange(choice.value)}>
          {choice.label}
        </button>
      ))}
    </div>
  );
}

/** As `Segment`, for more choices than fit in a row. */
export function Picker<V extends string | number | boolean>({ name, value, choices, changed, onChange }: {
  readonly name: string; readonly value: V; readonly choices: readonly Choice<V>[];
  readonly changed?: boolean; readonly onChange: (value: V) => void;
}) {
  return (
    <select class={`select${changed ? ' changed' : ''}`} aria-label={name} value={choices.findIndex((choice) => choice.value === value)}
      onChange={(event) => { const choice = choices[Number(event.currentTarget.value)]; if (choice) onChange(choice.value); }}>
      {choices.map((choice, i) => <option key={i} value={i}>{choice.label}</option>)}
    </select>
  );
}

export function Switch({ name, on, changed, onChange }: {
  readonly name: string; readonly on: boolean; readonly changed?: boolean; readonly onChange: (on: boolean) => void;
}) {
  return (
    <button type="button" role="switch" aria-checked={on} aria-label={name}
      class={`switch${changed ? ' changed' : ''}`} onClick={() => onChange(!on)}>
      <span class="switch-knob" />
    </button>
  );
}

/** A number between two bounds, by steps or typed. */
export function Stepper({ name, value, min, max, step = 1, unit, changed, onChange }: {
  readonly name: string; readonly value: number; readonly min: number; readonly max: number; readonly step?: number;
  readonly unit?: string; readonly changed?: boolean; readonly onChange: (value: number) => void;
}) {
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  return (
    <div class={`stepper${changed ? ' changed' : ''}`} role="group" aria-label={name}>
      <button type="button" class="stepper-btn" aria-label={`${name} −${step}`} disabled={value <= min} onClick={() => set(value - step)}>
        <Icon name="minus" size={14} />
      </button>
      <input class="stepper-field num" type="text" inputMode="numeric" aria-label={name} value={value}
        onChange={(event) => {
          const next = Number(event.currentTarget.value);
          if (Number.isFinite(next)) set(Math.round(next));
          else event.currentTarget.value = String(value);
        }} />
      {unit && <span class="stepper-unit">{unit}</span>}
      <button type="button" class="stepper-btn" aria-label={`${name} +${step}`} disabled={value >= max} onClick={() => set(value + step)}>
        <Icon name="plus" size={14} />
      </button>
    </div>
  );
}

/** The first letter of a name on its seat's tint, or the robot. */
export function Avatar({ name, bot, size = 32 }: { readonly name: string; readonly bot?: boolean; readonly size?: number }) {
  return (
    <span class="avatar serif" aria-hidden="true" style={{ width: `${size}px`, height: `${size}px`, fontSize: `${Math.round(size * 0.53)}px` }}>
      {bot ? <Icon name="robot" size={Math.round(size * 0.58)} /> : [...name][0] ?? ''}
    </span>
  );
}

/** Four squares standing on a corner; the top one amber. */
export function Sign({ size = 30 }: { readonly size?: number }) {
  return (
    <svg class="sign" width={size} height={size} viewBox="0 0 30 30" aria-hidden="true" focusable="false">
      <g transform="translate(15 15) rotate(45)">
        <rect x="-9.2" y="-9.2" width="8" height="8" rx="2" class="sign-amber" />
        <rect x="1.2" y="-9.2" width="8" height="8" rx="2" />
        <rect x="-9.2" y="1.2" width="8" height="8" rx="2" />
        <rect x="1.2" y="1.2" width="8" height="8" rx="2" />
      </g>
    </svg>
  );
}

export function Tag({ kind = 'plain', children, icon }: {
  readonly kind?: 'plain' | 'ready' | 'warn' | 'amber' | 'watch' | 'sky' | 'bot';
  readonly icon?: IconName; readonly children: ComponentChildren;
}) {
  return <span class={`tag tag-${kind}`}>{icon && <Icon name={icon} size={15} />}{children}</span>;
}

export function DealerTag() {
  const { t } = useText();
  return <span class="tag tag-amber dealer">{t('dealer')}</span>;
}

/** A key's cap, said by the button it stands on. */
export function KeyCap({ children }: { readonly children: string }) {
  return <kbd class="keycap" aria-hidden="true">{children}</kbd>;
}

export function Skeleton({ widths }: { readonly widths: readonly number[] }) {
  const { t } = useText();
  return (
    <div class="skeleton" role="status" aria-label={t('loading')}>
      {widths.map((width, i) => <span key={i} style={{ width: `${width}%` }} />)}
    </div>
  );
}
