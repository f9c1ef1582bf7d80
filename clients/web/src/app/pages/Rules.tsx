/** The sheet of each ruleset, made from the data the engine scores with, with a field to search in it. */
import { useState } from 'preact/hooks';
import type { RulesSheet, RulesetInfo } from '../../protocol/types';
import type { PlayerView, Send, ToastView } from '../../viewmodel';
import { useText } from '../../i18n';
import { Frame } from '../../screens/Frame';
import { Tile } from '../../tiles/Tile';
import { Segment, Skeleton } from '../../ui/basics';
import { both } from '../words';
import { itemValue } from '../views/table';
import './pages.css';

interface RulesProps {
  readonly player: PlayerView;
  readonly rulesets: readonly RulesetInfo[];
  readonly sheet: RulesSheet | null;
  readonly toasts: readonly ToastView[];
  readonly onChoose: (ruleset: string) => void;
  readonly send: Send;
}

const TITLE = both('规则', 'Rules');
const SEARCH = both('查一条：名称、说明或条款号', 'Search: name, text or clause');
const NOTHING = both('没有这样的条目', 'No such entry');

export function RulesPage({ player, rulesets, sheet, toasts, onChoose, send }: RulesProps) {
  const { label } = useText();
  const [wanted, setWanted] = useState('');
  const text = wanted.trim().toLowerCase();
  const sections = (sheet?.sections ?? []).map((section) => ({
    ...section, rows: section.rows.filter((row) => [row.zh, row.en, row.clause, row.text_zh, row.text_en].some((word) => word.toLowerCase().includes(text))),
  })).filter((section) => section.rows.length > 0);
  return (
    <Frame player={player} toasts={toasts} send={send}>
      <main class="plain-page">
        <div class="page-title"><h1>{label(TITLE)}</h1></div>
        {rulesets.length > 1 && (
          <Segment<string> name={label(TITLE)} value={sheet?.ruleset ?? ''} onChange={onChoose}
            choices={rulesets.map((one) => ({ value: one.key, label: label(both(one.zh, one.en)) }))} />
        )}
        <input class="search" type="search" value={wanted} placeholder={label(SEARCH)} aria-label={label(SEARCH)} onInput={(event) => setWanted(event.currentTarget.value)} />
        {!sheet && <Skeleton widths={[50, 80, 70]} />}
        {sheet && sections.length === 0 && <p class="plain-note" role="status">{label(NOTHING)}</p>}
        {sections.map((section) => (
          <section class="card sheet-section" key={section.zh}>
            <h2>{label(both(section.zh, section.en))}</h2>
            <dl>
              {section.rows.map((row, at) => (
                <div class="sheet-row" key={`${row.id}${at}`}>
                  <dt><b>{label(both(row.zh, row.en))}</b> <span class="clause">{row.clause}</span></dt>
                  <dd>
                    {(row.text_zh || row.text_en) && <p>{label(both(row.text_zh, row.text_en))}</p>}
                    {row.tiles.length > 0 && <span class="sheet-tiles">{row.tiles.map((tile, i) => <Tile key={i} tile={tile} w={24} />)}</span>}
                  </dd>
                  <dd class="sheet-value num">{row.value === null ? '' : label(itemValue(row.value, row.unit))}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </main>
    </Frame>
  );
}
