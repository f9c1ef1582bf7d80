/**
 * The page's part in the deal (CO-5): it adds its own randomness, remembers what it saw, and says so when the
 * secret does not fit. Its nonce is kept by tab, so that a reload in mid-hand forgets nothing.
 */
import type { Client } from '../net/client';
import { check, seenTiles } from '../net/fair';
import { randomHex } from '../net/random';
import type { Stream } from '../net/stream';
import { foundHand, witnessed, type Seen, type Verdict, type Witness } from '../net/witness';
import type { Event, HandResult, Tile } from '../protocol/types';
import { ownSeat, type State } from './state';
import { toast } from './toasts';
import { both } from './words';

interface Unsettled {
  readonly witness: Witness;
  readonly seen: Seen;
}

export class Proof {
  readonly #state: State;
  readonly #client: Pick<Client, 'submit'>;
  readonly #newNonce: () => string;
  /** Hands whose secret is only told when the match is over. */
  #unsettled = new Map<number, Unsettled>();

  constructor(state: State, client: Pick<Client, 'submit'>, newNonce: () => string = () => randomHex(32)) {
    this.#state = state;
    this.#client = client;
    this.#newNonce = newNonce;
  }

  /** A view came whole: the hand is known from here on only, unless it is the one already watched. */
  onSnapshot(stream: Stream): void {
    const { witness } = this.#state;
    const view = stream.state;
    if (view.hand === 0) { witness.value = null; return; }
    const same = witness.value?.hand === view.hand && witness.value.commit === view.commit;
    // Draws may have been missed: what is known of the list still holds.
    const found = foundHand(view, ownSeat(stream));
    witness.value = same ? { ...witness.value!, nonces: witness.value!.nonces ?? found.nonces, whole: false } : found;
    if (view.phase === 'nonces' && view.nonces.length === 0) this.#addNonce(stream);
  }

  onEvent(event: Event, stream: Stream): void {
    const { witness } = this.#state;
    if (event.t === 'match_started') {
      this.#unsettled = new Map();
      this.#state.verdicts.value = new Map();
    }
    witness.value = witnessed(witness.value, event, ownSeat(stream));
    if (event.t === 'hand_started') this.#addNonce(stream);
    if (event.t === 'hand_ended') this.#judge(event.result, stream);
    if (event.t === 'match_ended') void this.#settle(stream.room);
  }

  #addNonce(stream: Stream): void {
    const { witness } = this.#state;
    const before = witness.value;
    if (!before || before.seat === null || before.nonce !== null) return;
    const nonce = this.#newNonce();
    const { hand } = before;
    witness.value = { ...before, nonce };
    void this.#client.submit({ t: 'nonce', room: stream.room, hand, nonce }).then((answer) => {
      if (answer.ok && witness.value?.hand === hand) witness.value = { ...witness.value, nonceTaken: true };
    });
  }

  #kinds(): readonly Tile[] {
    const key = this.#state.stream.value?.state.match?.ruleset;
    return this.#state.catalogue.value?.rulesets.find((one) => one.key === key)?.tiles ?? [];
  }

  #judge(result: HandResult, stream: Stream): void {
    const witness = this.#state.witness.value;
    if (!witness || witness.hand !== result.hand) return;
    const seen = seenTiles(stream.state);
    if (result.secret === null) this.#unsettled.set(result.hand, { witness, seen });
    this.#tell(result.hand, this.#check(witness, result, seen));
  }

  /** Nothing is said of a deal whose tiles one does not know yet. */
  #check(witness: Witness, result: HandResult, seen: Seen): Verdict {
    const kinds = this.#kinds();
    return kinds.length === 0 ? { holds: null, why: 'unseen' } : check(witness, result, seen, kinds);
  }

  /** The match is over: ask for the secrets that were kept so far. */
  async #settle(room: string): Promise<void> {
    for (const [hand, { witness, seen }] of [...this.#unsettled]) {
      const answer = await this.#client.submit({ t: 'get_result', room, hand });
      if (!answer.ok || answer.result?.t !== 'hand_result_found') continue;
      this.#unsettled.delete(hand);
      this.#tell(hand, this.#check(witness, answer.result.result, seen));
    }
  }

  #tell(hand: number, verdict: Verdict): void {
    this.#state.verdicts.value = new Map(this.#state.verdicts.value).set(hand, verdict);
    if (verdict.holds === false) {
      toast(this.#state, 'warn', both(`第 ${hand} 局的洗牌对不上承诺`, `The deal of hand ${hand} does not match its commitment`), {
        clause: 'CO-5', link: { label: both('看详情', 'Details'), intent: { type: 'verify' } },
      });
    }
  }
}
