/** Render a component again only when one of its props is another value (shallowly). */
import { Component, h, type FunctionComponent } from 'preact';

export function memo<P extends object>(inner: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const a = this.props as Record<string, unknown>;
      const b = next as Record<string, unknown>;
      const keys = Object.keys(b);
      return keys.length !== Object.keys(a).length || keys.some((key) => a[key] !== b[key]);
    }

    override render() {
      return h(inner, this.props as P);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
