/** Making a room. Every row comes from a description of the option; nothing here knows any option by name. */
import type { CreateView, OptionGroup, OptionSpec, OptionValue, RulesetCard, Send, ToastView } from '../viewmodel';
import { useText } from '../i18n';
import { emphasise } from '../table/ActionBar';
import { Tile } from '../tiles/Tile';
import { Button, Picker, Segment, Stepper, Switch } from '../ui/basics';
import { Icon } from '../ui/Icon';
import { Frame } from './Frame';
import { choicesOf, ROW_OF_CHOICES, differing, valueLabel, valueOf } from './options';
import './create.css';

export interface CreateProps {
  readonly view: CreateView;
  readonly toasts?: readonly ToastView[];
  readonly send: Send;
}

function Ruleset({ card, chosen, send }: { readonly card: RulesetCard; readonly chosen: boolean; readonly send: Send }) {
  const { t, label, locale } = useText();
  const other = typeof card.name === 'string' ? '' : locale === 'zh' ? card.name.en : card.name.zh;
  return (
    <button type="button" role="radio" class="card ruleset" aria-checked={chosen} disabled={card.disabled ?? false}
      onClick={() => send({ type: 'choose_ruleset', id: card.id })}>
      <span class="ruleset-tiles" aria-hidden="true">{card.tiles.map((tile, i) => <Tile key={i} tile={tile} w={30} silent />)}</span>
      {chosen && <span class="ruleset-tick"><Icon name="check" size={15} /></span>}
      <b class="serif">{label(card.name)}</b>
      <span class="gloss">{card.disabled ? t('create.soon') : other}</span>
      <span class="ruleset-text">{label(card.text)}</span>
    </button>
  );
}

function Control({ option, value, changed, send }: {
  readonly option: OptionSpec; readonly value: OptionValue; readonly changed: boolean; readonly send: Send;
}) {
  const text = useText();
  const name = text.label(option.label);
  const set = (next: OptionValue) => send({ type: 'set_option', key: option.key, value: next });
  const choices = choicesOf(option.kind, text);
  if (choices && choices.length > ROW_OF_CHOICES) {
    return <Picker<OptionValue> name={name} value={value} choices={choices} changed={changed} onChange={set} />;
  }
  if (choices) return <Segment<OptionValue> name={name} value={value} choices={choices} changed={changed} onChange={set} />;
  if (option.kind.type === 'range') {
    const { min, max, step, unit } = option.kind;
    return (
      <Stepper name={name} value={Number(value)} min={min} max={max} changed={changed} onChange={set}
        {...(step === undefined ? {} : { step })} {...(unit === undefined ? {} : { unit: text.label(unit) })} />
    );
  }
  return <Switch name={name} on={value === true} changed={changed} onChange={set} />;
}

function Row({ option, view, send }: { readonly option: OptionSpec; readonly view: CreateView; readonly send: Send }) {
  const { label } = useText();
  const value = valueOf(option, view.values);
  const changed = value !== option.default;
  const error = view.errors[option.key];
  return (
    <div class="option">
      <div class="option-text">
        <span class="option-name">{changed && <i class="dot" />}<b>{label(option.label)}</b></span>
        {error !== undefined
          ? <span class="option-error" role="alert">{label(error)}</span>
          : option.help !== undefined && <span class="option-help">{label(option.help)}</span>}
      </div>
      <Control option={option} value={value} changed={changed} send={send} />
    </div>
  );
}

function Group({ group, view, send }: { readonly group: OptionGroup; readonly view: CreateView; readonly send: Send }) {
  const { label, locale } = useText();
  const options = view.options.filter((option) => option.group === group.id);
  if (options.length === 0) return null;
  const other = typeof group.label === 'string' ? '' : locale === 'zh' ? group.label.en : '';
  return (
    <section class="card group-card">
      <h2>{label(group.label)} <span class="gloss">{group.note === undefined ? other : label(group.note)}</span></h2>
      {options.map((option) => <Row key={option.key} option={option} view={view} send={send} />)}
    </section>
  );
}

/** The room in words: what it is, and in what it differs. */
function Summary({ view, send }: CreateProps) {
  const text = useText();
  const { t, label } = text;
  const card = view.rulesets.find((one) => one.id === view.ruleset);
  const changed = differing(view.options, view.values);
  return (
    <aside class="card summary">
      <h2>{t('create.this')}</h2>
      <p class="summary-text">{view.summary !== undefined ? emphasise(label(view.summary)) : card ? label(card.name) : ''}</p>
      <h3>{t(changed.length > 0 ? 'create.differs' : 'create.same')} {changed.length > 0 && <span class="tag tag-sky num">{changed.length}</span>}</h3>
      <dl class="differences">
        {changed.map((option) => (
          <div key={option.key}>
            <dt>{label(option.label)}</dt>
            <dd><s>{valueLabel(option.kind, option.default, text)}</s><i aria-hidden="true">→</i><b>{valueLabel(option.kind, valueOf(option, view.values), text)}</b></dd>
          </div>
        ))}
      </dl>
      {changed.length > 0 && <p class="summary-note">{t('create.confirm_note')}</p>}
      <Button kind="primary" class="summary-go" disabled={view.busy === true || Object.keys(view.errors).length > 0} onClick={() => send({ type: 'create_room' })}>{t('create.go')}</Button>
      <Button class="summary-try" disabled={view.busy === true} onClick={() => send({ type: 'try_with_bots' })}>{t('create.try')}</Button>
    </aside>
  );
}

export function CreateRoom({ view, toasts, send }: CreateProps) {
  const { t } = useText();
  const column = (n: 0 | 1) => view.groups.filter((group) => group.column === n).map((group) => <Group key={group.id} group={group} view={view} send={send} />);
  return (
    <Frame player={view.player} send={send} {...(toasts ? { toasts } : {})}>
      <main class="create">
        <div class="create-main">
          <div class="create-head">
            <div class="page-title"><h1>{t('create.title')}</h1><span>{t('create.gloss')}</span></div>
            <div class="presets">
              {view.presets.length > 0 && <span>{t('create.presets')}</span>}
              {view.presets.map((preset) => (
                <button type="button" key={preset.id} class="preset" aria-pressed={preset.active} onClick={() => send({ type: 'preset', id: preset.id })}>{preset.name}</button>
              ))}
              <button type="button" class="preset preset-save" onClick={() => send({ type: 'save_preset' })}><Icon name="plus" size={12} />{t('create.save')}</button>
            </div>
          </div>
          <div class="rulesets" role="radiogroup" aria-label={t('nav.rules')}>
            {view.rulesets.map((card) => <Ruleset key={card.id} card={card} chosen={card.id === view.ruleset} send={send} />)}
          </div>
          <div class="option-columns"><div>{column(0)}</div><div>{column(1)}</div></div>
        </div>
        <Summary view={view} send={send} />
      </main>
    </Frame>
  );
}
