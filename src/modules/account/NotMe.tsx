import { forgotPassword } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { failureOf, someMessageFor } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { showMessage, useWords } from '../../words/index.ts';
import { bannerButtons } from './account.css.ts';

/**
 * What follows once a stranger is logged out everywhere. The mail with a link is for who does not know the password (any more). `userName`
 * null: the password is the identity system's.
 */
export function NotMe({ userName, offline }: { userName: string | null; offline: string | null }): ReactNode {
  const { t, language } = useWords();
  const [isBusy, setBusy] = useState(false);
  const sendLink = async (name: string) => {
    setBusy(true);
    try {
      await send(forgotPassword, { query: { userName: name, language } });
      showMessage('resetPasswordSuccess');
    } catch (error) {
      const failure = failureOf(error);
      const { code, values } = someMessageFor(failure);
      showMessage(code, values);
    }
    setBusy(false);
  };
  return (
    <Banner kind="warning" title={t('account.notMeDone')}>
      <p>{t(userName === null ? 'account.notMeElsewhere' : 'account.notMeNext')}</p>
      {userName === null ? null : (
        <ButtonRow className={bannerButtons}>
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              // Its row opens by its name in the address.
              location.hash = 'change-password';
            }}
          >
            {t('account.changePassword')}
          </Button>
          <Button
            variant="secondary"
            size="small"
            busy={isBusy}
            disabledReason={offline}
            onClick={() => void sendLink(userName)}
          >
            {t('account.notMeLink')}
          </Button>
        </ButtonRow>
      )}
    </Banner>
  );
}
