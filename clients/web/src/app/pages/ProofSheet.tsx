/** What the page has checked of each deal, in words, with the numbers to check it oneself. */
import type { HandResult } from '../../protocol/types';
import type { Verdict, Witness } from '../../net/witness';
import type { Label } from '../../viewmodel';
import { useText } from '../../i18n';
import { Sheet } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { Button } from '../../ui/basics';
import { both } from '../words';
import './pages.css';

interface ProofProps {
  readonly verdicts: ReadonlyMap<number, Verdict>;
  readonly witness: Witness | null;
  readonly result: HandResult | null;
  readonly onClose: () => void;
}

const TITLE = both('验证洗牌', 'The deal, verified');
const HOW = both(
  '发牌前服务器公布了密钥的 SHA-256；各家再加一个随机数，牌墙由两者算出。本局结束后公布密钥，这个页面自己重算牌墙，对照它见过的每一张牌。',
  'Before the deal the server published the SHA-256 of its secret, and each player added a random number; the wall follows from both. When the secret was told, this page computed the wall again and compared every tile it had seen.',
);

function verdictText(verdict: Verdict): Label {
  if (verdict.holds === true) return both(`一致：承诺、随机数和 ${verdict.tiles} 张见过的牌都对得上`, `It holds: commitment, nonces and ${verdict.tiles} tiles seen all fit`);
  if (verdict.holds === null) {
    return verdict.why === 'hidden'
      ? both('这间房到整场结束才公布密钥', 'This room tells its secrets when the match is over')
      : both('这个页面没有从发牌看起，无法验证', 'This page did not see the deal, so it cannot tell');
  }
  return {
    commitment: both('对不上：密钥不是发牌前承诺的那一个', 'It does not hold: this is not the secret that was committed to'),
    nonce: both('对不上：你的随机数没有按收到的样子使用', 'It does not hold: your random number was not used as it was taken'),
    wall: both('对不上：牌墙和见过的牌不一致', 'It does not hold: the wall is not the one the tiles came from'),
  }[verdict.fault];
}

export function ProofSheet({ verdicts, witness, result, onClose }: ProofProps) {
  const { label, t } = useText();
  const facts: readonly (readonly [Label, string | null | undefined])[] = [
    [both('承诺', 'Commitment'), witness?.commit],
    [both('你的随机数', 'Your nonce'), witness?.nonce],
    [both('密钥', 'Secret'), result?.secret],
  ];
  return (
    <Sheet label={label(TITLE)} class="settings" onClose={onClose}>
      <div class="settings-head"><h1>{label(TITLE)}</h1><Button dense onClick={onClose}>{t('settings.done')}</Button></div>
      <div class="settings-rows proof">
        <p class="plain-note">{label(HOW)} <span class="clause">CO-5</span></p>
        <ul>
          {[...verdicts].map(([hand, verdict]) => (
            <li key={hand} class={`proof-line proof-${verdict.holds === true ? 'ok' : verdict.holds === false ? 'failed' : 'none'}`}>
              <Icon name={verdict.holds === true ? 'check' : verdict.holds === false ? 'warn' : 'info'} size={16} />
              <b class="num">{label(both(`第 ${hand} 局`, `Hand ${hand}`))}</b><span>{label(verdictText(verdict))}</span>
            </li>
          ))}
        </ul>
        <dl class="proof-facts">
          {facts.map(([name, value]) => value && <div key={label(name)}><dt>{label(name)}</dt><dd>{value}</dd></div>)}
        </dl>
      </div>
    </Sheet>
  );
}
