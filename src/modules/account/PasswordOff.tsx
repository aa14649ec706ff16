import { switchPasswordOff, switchPasswordOn, type UserId } from '@portal/api';
import { type ReactNode, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { confirmByPassword } from '../../data/confirmIdentity.ts';
import { failureOf, mayHaveArrived } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { passwordMessage } from '../../data/passwordMessage.ts';
import { usePasswordStates } from '../../data/passwordRules.ts';
import { needsProof } from '../../data/proof.ts';
import { invalidateAfter, useSend } from '../../data/query/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx';
import { NewPasswordFields, newPasswordRules, noNewPassword } from '../../ui/form/NewPasswordFields.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { formatInstantDate, showMessage, useWords } from '../../words/index.ts';
import type { PasswordCardProps } from './PasswordCard.tsx';
import { SettingRow, type SettingRowHandle } from './SettingRow.tsx';

const { newPassword } = switchPasswordOn.body.entries;

/** Gives an account that has no password one again. */
export function PasswordOffCard({
  userId,
  userName,
  onChanged,
  since,
  timeZone,
}: PasswordCardProps & { readonly since: string; readonly timeZone: string }): ReactNode {
  const { t, locale } = useWords();
  const row = useRef<SettingRowHandle>(null);
  const isOffline = useConnection() === 'offline';
  const statesOf = usePasswordStates();
  /** A password that was sent, and whose answer was lost: the account may have it by now. */
  const perhapsSaved = useRef<string | null>(null);
  const form = useForm({
    initial: noNewPassword,
    rules: newPasswordRules(newPassword, statesOf),
    errorsFrom: 'submit',
    onSubmit: async (typed) => {
      try {
        await send(switchPasswordOn, { params: { userId }, body: typed });
      } catch (error) {
        const failure = failureOf(error);
        if (failure?.kind === 'sessionEnded') return null;
        if (needsProof(error)) return { message: { code: 'passwordNeeded' } };
        if (failure !== null && mayHaveArrived(failure)) perhapsSaved.current = typed.newPassword;
        const isSaved =
          perhapsSaved.current === typed.newPassword &&
          failure?.kind === 'refused' &&
          failure.status === 404 &&
          (await confirmByPassword(userId, typed.newPassword)) === 'confirmed';
        if (!isSaved) return { message: passwordMessage(failure) };
      }
      onChanged(typed.newPassword);
      await invalidateAfter(switchPasswordOn);
      showMessage('passwordChanged');
      row.current?.close();
      return null;
    },
  });
  return (
    <SettingRow ref={row} id="change-password" title={t('core.password')} value={t('account.passwordIsOff')}>
      <p>{t('account.passwordOffSince', { day: formatInstantDate(locale, since, timeZone, 'long') })}</p>
      <Form {...form.props}>
        <input hidden readOnly type="text" name="username" autoComplete="username" value={userName} />
        <NewPasswordFields statesOf={statesOf} field={form.field} />
        <div>
          <Button type="submit" busy={form.isBusy} disabledReason={isOffline ? t('account.offline') : null}>
            {t('account.passwordOn')}
          </Button>
        </div>
      </Form>
    </SettingRow>
  );
}

/** Switches the password off, for who has passkeys enough. */
export function SwitchPasswordOff({ userId }: { readonly userId: UserId }): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const end = useSend(switchPasswordOff);
  const [isAsked, setAsked] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const switchOff = async () => {
    setFailed(false);
    try {
      await end.mutateAsync({ params: { userId } });
    } catch (error) {
      if (needsProof(error)) showMessage('passwordNeeded');
      else if (failureOf(error)?.kind !== 'sessionEnded') setFailed(true);
    }
    setAsked(false);
  };
  return (
    <>
      <h3>{t('account.passwordOffTitle')}</h3>
      <p>{t('account.passwordOffAbout')}</p>
      <div role="status">{isFailed ? <Banner kind="error">{t('account.actFailed')}</Banner> : null}</div>
      <div>
        <Button
          variant="secondary"
          disabledReason={isOffline ? t('account.offline') : null}
          onClick={() => setAsked(true)}
        >
          {t('account.passwordOff')}
        </Button>
      </div>
      {isAsked ? (
        <LazyConfirmDialog
          danger
          title={t('account.passwordOffAsk')}
          message={t('account.passwordOffText')}
          confirmLabel={t('account.passwordOff')}
          dismissLabel={t('account.passwordKeep')}
          busy={end.isPending}
          onConfirm={() => void switchOff()}
          onDismiss={() => setAsked(false)}
        />
      ) : null}
    </>
  );
}
