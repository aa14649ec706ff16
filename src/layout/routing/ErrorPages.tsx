import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { connection } from '../../data/connection.ts';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { type MessageKey, useWords } from '../../words/index.ts';
import { wayOn, wayOnHere } from './ErrorPages.css.ts';
import { setTitle } from '../../browser/title.ts';

/** A page that says what happened, with a link to continue. */
function MessagePage({
  title,
  text,
  children,
}: {
  title: MessageKey;
  text: MessageKey;
  children: ReactNode;
}): ReactNode {
  const { t } = useWords();
  return (
    <main id="main" className={wayOn} tabIndex={-1}>
      <h1>{t(title)}</h1>
      <p>{t(text)}</p>
      <ButtonRow>{children}</ButtonRow>
    </main>
  );
}

/** An unknown address, shown within the navigation of a person who is signed in. */
export function SignedInNotFound(): ReactNode {
  const { t } = useWords();
  return (
    <div className={wayOnHere}>
      <h1>{t('core.notFoundTitle')}</h1>
      <p>{t('core.notFoundText')}</p>
      <ButtonRow>
        <ButtonLink href="/">{t('core.toStart')}</ButtonLink>
      </ButtonRow>
    </div>
  );
}

export function NotFoundPage(): ReactNode {
  const { t } = useWords();
  return (
    <MessagePage title="core.notFoundTitle" text="core.notFoundText">
      <ButtonLink href="/">{t('core.toStart')}</ButtonLink>
    </MessagePage>
  );
}

/** Replaces a page whose chunk or data could not be loaded, or that threw an error. */
export function ErrorPage({ reset }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  const { t } = useWords();
  const offline = connection() === 'offline' || !navigator.onLine;
  useEffect(() => setTitle('core.errorTitle'), []);
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <MessagePage title="core.errorTitle" text={offline ? 'core.errorOffline' : 'core.errorText'}>
      <Button onClick={again}>{t('core.tryAgain')}</Button>
      <ButtonLink href="/" variant="secondary">
        {t('core.toStart')}
      </ButtonLink>
    </MessagePage>
  );
}
