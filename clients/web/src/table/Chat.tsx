/** Words at the table. Sent by Enter or the button alone; quick phrases go by id. */
import { useState } from 'preact/hooks';
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

export function ChatInput({ chat, placeholder, send }: { readonly chat: ChatView; readonly placeholder?: string; readonly send: Send }) {
  const { t, label } = useText();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const say = () => {
    if (text.trim() === '') return;
    send({ type: 'say', text: text.trim() });
    setText('');
  };
  return (
    <div class="chat-input">
      {open && (
        <ul class="phrases" aria-label={t('chat.phrases')}>
          {chat.phrases.map((phrase) => (
            <li key={phrase.id}>
              <button type="button" onClick={() => { send({ type: 'phrase', id: phrase.id }); setOpen(false); }}>{label(phrase.text)}</button>
            </li>
          ))}
        </ul>
      )}
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
