/** Words at the table. Sent by Enter or the button alone; quick phrases go by id. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatView, Seat, Send } from '../viewmodel';
import { useText } from '../i18n';
import { Icon } from '../ui/Icon';
import { sideOf } from './layout';

export function ChatLines({ chat, bottom }: { readonly chat: ChatView; readonly bottom: Seat }) {
  const { t, label } = useText();
  if (chat.lines.length === 0) return <p class="panel-empty">{t('chat.empty')}</p>;
  return (
    <ul class="chat-lines">
      {chat.lines.map((line) => (
        <li key={line.id} class={line.seat === null ? 'chat-other' : `seat-${sideOf(line.seat, bottom)}`}>
          <b class="ellipsis">{line.name || t('chat.system')}</b><span>{label(line.text)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Which ends of a list are out of sight; scrollbars do not tell, many screens show none until one scrolls. */
function useHiddenEnds() {
  const box = useRef<HTMLUListElement>(null);
  const [hidden, setHidden] = useState({ above: false, below: false });
  const look = () => {
    if (!box.current) return;
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    setHidden({ above: scrollTop > 1, below: scrollTop + clientHeight < scrollHeight - 1 });
  };
  useLayoutEffect(look, []);
  return { box, hidden, look };
}

function Phrases({ phrases, onSay }: { readonly phrases: ChatView['phrases']; readonly onSay: (id: string) => void }) {
  const { t, label } = useText();
  const { box, hidden, look } = useHiddenEnds();
  return (
    <div class="phrases">
      {hidden.above && <span class="phrases-more phrases-above" aria-hidden="true"><Icon name="up" size={18} /></span>}
      <ul aria-label={t('chat.phrases')} ref={box} onScroll={look}>
        {phrases.map((phrase) => (
          <li key={phrase.id}><button type="button" onClick={() => onSay(phrase.id)}>{label(phrase.text)}</button></li>
        ))}
      </ul>
      {hidden.below && <span class="phrases-more phrases-below" aria-hidden="true"><Icon name="down" size={18} /></span>}
    </div>
  );
}

export function ChatInput({ chat, placeholder, send }: { readonly chat: ChatView; readonly placeholder?: string; readonly send: Send }) {
  const { t } = useText();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const say = () => {
    if (text.trim() === '') return;
    send({ type: 'say', text: text.trim() });
    setText('');
  };
  return (
    <div class="chat-input">
      {open && <Phrases phrases={chat.phrases} onSay={(id) => { send({ type: 'phrase', id }); setOpen(false); }} />}
      {chat.free ? (
        <input class="chat-field" value={text} maxLength={200} placeholder={placeholder ?? t('chat.placeholder')} aria-label={t('panel.chat')}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => { if (event.key === 'Enter' && !event.isComposing) say(); }} />
      ) : (
        <button type="button" class="chat-field chat-closed" onClick={() => setOpen(!open)} disabled={chat.phrases.length === 0}>{t('chat.phrases_only')}</button>
      )}
      {chat.phrases.length > 0
        ? <button type="button" class="chat-button" aria-label={t('chat.phrases')} aria-expanded={open} onClick={() => setOpen(!open)}><Icon name="chat" /></button>
        : <button type="button" class="chat-button" aria-label={t('chat.send')} onClick={say}><Icon name="arrow" /></button>}
    </div>
  );
}
