import { clearMessage, type MessageBarCodeName, type MessageKey, useMessage, useWords } from '../words/index.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { Banner } from './Banner.tsx';
import { bannerAction, messageBar } from './Banner.css.ts';

/** What is shown above the message of every page for as long as it is true; the layout provides it. */
export const NoticeOnEveryPage = createContext<ReactNode>(null);

/**
 * The one message of the page (specification 1, section 3); `without` leaves out one that belongs to another page. The live region exists
 * before its first message, because it would not be announced otherwise.
 */
export function MessageBar({ without }: { without?: MessageBarCodeName }): ReactNode {
  const { t } = useWords();
  const standing = useMessage();
  const message = standing?.code === without ? null : standing;
  const notice = useContext(NoticeOnEveryPage);
  // A key without a loaded text would show itself, so a message waits for its texts, and a button without a text is left out.
  const textOf = (key: MessageKey) => {
    const text = t(key, message?.values);
    return text === key ? null : text;
  };
  const text = message && textOf(`bar.${message.code}`);
  const actionLabel = message?.action ? textOf(`bar.${message.code}.action`) : null;
  return (
    <div role="status" aria-live="polite" className={messageBar}>
      {notice}
      {message && text ? (
        <Banner kind={message.kind} onClose={clearMessage}>
          <p>{text}</p>
          {message.action && actionLabel ? (
            <button type="button" className={bannerAction} onClick={message.action}>
              {actionLabel}
            </button>
          ) : null}
        </Banner>
      ) : null}
    </div>
  );
}
