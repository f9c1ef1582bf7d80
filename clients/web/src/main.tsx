/** The page's entry: an empty frame in the player's language until the application has something to show. */
import { render } from 'preact';
import { LoadingPage } from './screens/ErrorPage';
import { Root } from './ui/Root';
import { DEFAULT_SETTINGS } from './viewmodel';

render(
  <Root settings={DEFAULT_SETTINGS}><LoadingPage send={() => undefined} /></Root>,
  document.getElementById('app')!,
);
