/** Which drawing belongs to which kind. */
import { parseTile } from '../kinds';
import { bamboo } from './bamboo';
import { dots } from './dots';
import { flower } from './flowers';
import { character, honour } from './glyphs';
import type { Art } from './types';

export function artOf(tile: string): Art {
  const kind = parseTile(tile);
  if (!kind) throw new RangeError(`no such tile: ${tile}`);
  const draw = { m: character, p: dots, s: bamboo, z: honour, f: flower }[kind.suit];
  return draw(kind.rank);
}

export type { Art, Style } from './types';
