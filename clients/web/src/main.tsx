/** The page's entry: styles, the drawn tiles, and the place everything is rendered into. */
import { render } from 'preact';
import { TileSprite } from './tiles/sprite';
import './styles/tokens.css';
import './styles/base.css';

render(<TileSprite traditional={false} />, document.getElementById('app')!);
