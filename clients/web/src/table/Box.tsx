/** A box at a rectangle of the layout. Everything on the table stands in one, so nothing can push anything. */
import type { AriaRole, ComponentChildren, HTMLAttributes } from 'preact';
import type { Rect } from './layout';

interface BoxProps extends Omit<HTMLAttributes<HTMLDivElement>, 'style' | 'class'> {
  readonly rect: Rect;
  readonly class?: string;
  readonly children?: ComponentChildren;
  readonly role?: AriaRole;
}

export function rectStyle({ x, y, w, h }: Rect) {
  return { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` };
}

export function Box({ rect, class: name = '', children, ...rest }: BoxProps) {
  return <div class={`box ${name}`} style={rectStyle(rect)} {...rest}>{children}</div>;
}
