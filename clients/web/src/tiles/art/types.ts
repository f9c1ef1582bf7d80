/**
 * The field of a face is 60×74 units with its middle at (30, 37). `plain` is the art for tiles under 30 px:
 * the same places, fewer details, so that a tile never changes its silhouette.
 */
import type { VNode } from 'preact';

export type Ink = 'ink' | 'red' | 'green' | 'blue' | 'ochre' | 'face';

export interface Style {
  readonly plain: boolean;
  readonly traditional: boolean;
}

export type Art = (style: Style) => VNode;

export const fill = (ink: Ink): string => `tf-${ink}`;
export const stroke = (ink: Ink): string => `ts-${ink}`;
