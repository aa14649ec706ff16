import { clearMessage, useMessage, useWords } from '../words/index.ts';
import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { messageBar } from './Banner.css.ts';

/** The one message of the page (specification 1, section 3). The live region is there before its first message, else nothing would be announced. */
export function MessageBar(): ReactNode {
  const { t } = useWords();
  const message = useMessage();
  return (
    <div role="status" aria-live="polite" className={messageBar}>
      {message?.code ? (
        <Banner kind={message.kind} onClose={clearMessage}>
          {t(`bar.${message.code}`, message.values)}
        </Banner>
      ) : null}
    </div>
  );
}
