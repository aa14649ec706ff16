import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useConnection } from '../../data/connection.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { QuestionBar } from '../../ui/QuestionBar.tsx';
import { useWords } from '../../words/index.ts';
import { content, frame } from './contacts.css.ts';

/** True once a placeholder had the focus: the form replaces it and must take the focus. */
let focusWasHere = false;

/** Full-screen work with a contact: X and title above, the buttons below (visual language, section 4). */
export function WorkFrame({
  title,
  person,
  actions,
  onLeave,
  children,
}: {
  title: string;
  /** Names the patient whose record it is, with the button for another record. */
  person: ReactNode;
  actions: ReactNode;
  onLeave: () => void;
  children: ReactNode;
}): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = main.current;
    if (focusWasHere) element?.focus({ preventScroll: true });
    focusWasHere = false;
    return () => {
      focusWasHere = element !== null && document.activeElement === element;
    };
  }, []);
  return (
    <div className={frame}>
      <QuestionBar title={title} leaveLabel={t('contacts.leave')} onLeave={onLeave} person={person} />
      <Page narrow flat ref={main}>
        <MessageBar without="confirmEmailRequired" />
        <div role="status">{isOffline ? <Banner kind="warning">{t('contacts.offline')}</Banner> : null}</div>
        <div className={content}>{children}</div>
      </Page>
      <ActionBar>{actions}</ActionBar>
    </div>
  );
}
