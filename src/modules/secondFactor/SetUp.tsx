import type { AuthenticatorKey } from '@portal/api';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { QrCode } from '../../ui/QrCode.tsx';
import { stack } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { CodeForm, type CodeFormProps } from './CodeForm.tsx';
import { keyText, narrowColumn, setUpSteps } from './secondFactor.css.ts';

export { RecoveryCodes } from './RecoveryCodes.tsx';

/** The key in groups of four, as it is read and typed. */
const shownKey = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ');

/** The three steps from an authenticator app to its first code. */
export function SetUp({
  authenticator,
  isShared = false,
  ...form
}: Pick<CodeFormProps, 'isOffline' | 'onCode' | 'onFailed' | 'offersRemembering' | 'children'> & {
  readonly authenticator: AuthenticatorKey;
  /** True: the device is a tablet of many people, and no app belongs on it. */
  readonly isShared?: boolean;
}): ReactNode {
  const { t } = useWords();
  return (
    <ol className={classes(setUpSteps, narrowColumn)}>
      <li>
        <div className={stack}>
          <h2>{t('secondFactor.getApp')}</h2>
          <p>{t('secondFactor.getAppText')}</p>
        </div>
      </li>
      <li>
        <div className={stack}>
          <h2>{t('secondFactor.scan')}</h2>
          <p>{t('secondFactor.scanText')}</p>
          <QrCode text={authenticator.uri} label={t('secondFactor.qr')} />
          {isShared ? null : (
            <TextLink standalone href={authenticator.uri}>
              {t('secondFactor.onPhone')}
            </TextLink>
          )}
          <p>{t('secondFactor.byHand')}</p>
          <p className={keyText}>{shownKey(authenticator.key)}</p>
        </div>
      </li>
      <li>
        <div className={stack}>
          <h2>{t('secondFactor.typeCode')}</h2>
          <CodeForm kind="app" submit={t('secondFactor.turnOn')} {...form} />
        </div>
      </li>
    </ol>
  );
}
