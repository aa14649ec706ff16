import { type PatientId, type UserId, changeEmail } from '@portal/api';
import { type ReactNode, useRef } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, mayHaveArrived, someMessageFor, refusalOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { invalidateAfter } from '../../data/query/query.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { schemaRule } from '../../ui/form/rules.ts';
import { type RefusedSubmit, useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { showMessage, useWords } from '../../words/index.ts';
import { SettingRow, type SettingRowHandle } from './SettingRow.tsx';

export interface EmailCardProps {
  readonly userId: UserId;
  /** The account's own record; null for somebody who only acts for others. */
  readonly ownPatientId: PatientId | null;
  readonly current: string | null;
  readonly isConfirmed: boolean;
  /** False for somebody without a username, who gets no link to confirm an address with. */
  readonly isConfirmedByLink: boolean;
  /** Asks for the profile again. */
  readonly onChanged: () => Promise<void>;
}

const rules = { email: [schemaRule(changeEmail.body.entries.email)] };
const isSame = (one: string, other: string | null): boolean => one.toLowerCase() === other?.toLowerCase();
const unchanged: RefusedSubmit<{ email: string }> = { message: { code: 'emailNotUpdatedMessage' } };

/** Change Email (specification 3, sections 4 and 5): required, in the right format, different from the current one. */
export function EmailCard({
  userId,
  ownPatientId,
  current,
  isConfirmed,
  isConfirmedByLink,
  hasPassword,
  onChanged,
}: EmailCardProps & {
  /** False for single sign-on, which has no password here. */
  readonly hasPassword: boolean;
}): ReactNode {
  const { t, language } = useWords();
  const row = useRef<SettingRowHandle>(null);
  const isOffline = useConnection() === 'offline';
  /** An address that was sent, and whose answer was lost: it may be saved. */
  const perhapsSaved = useRef<string | null>(null);
  const form = useForm({
    initial: { email: current ?? '' },
    rules,
    errorsFrom: 'submit',
    onSubmit: async (typed): Promise<RefusedSubmit<{ email: string }> | null> => {
      const email = typed.email.trim();
      if (isSame(email, current) && perhapsSaved.current !== email) return unchanged;
      try {
        await send(changeEmail, {
          params: { userId },
          query: { language },
          body: {
            isPatient: ownPatientId !== null,
            usePrimaryEmail: true,
            userId,
            patientId: ownPatientId,
            email,
          },
        });
      } catch (error) {
        const failure = failureOf(error);
        if (failure !== null && mayHaveArrived(failure)) perhapsSaved.current = email;
        if (refusalOf(changeEmail, failure) !== 'email_not_different') return { message: someMessageFor(failure) };
        if (perhapsSaved.current !== email) return unchanged;
      }
      await Promise.all([onChanged(), invalidateAfter(changeEmail)]);
      showMessage(isConfirmedByLink ? 'changeEmailSuccess' : 'emailChanged');
      row.current?.close();
      window.scrollTo(0, 0);
      return null;
    },
  });
  return (
    <SettingRow
      ref={row}
      id="change-email"
      title={t('account.changeEmail')}
      value={
        current === null ? null : (
          <>
            {current}
            {isConfirmed ? null : <> · {t('account.notConfirmed')}</>}
          </>
        )
      }
    >
      <Form {...form.props}>
        <TextField
          {...form.field('email')}
          id="account-email"
          type="email"
          inputMode="email"
          label={t('account.email')}
          hint={
            <>
              {current === null ? t('account.emailNone') : t('account.emailNow', { email: current })}
              {hasPassword ? <> {t('account.emailConfirm')}</> : null}
              {current === null || isConfirmed ? null : <> {t('account.emailUnconfirmed')}</>}
            </>
          }
          required
          autoComplete="email"
          {...verbatim}
        />
        <div>
          <Button type="submit" busy={form.isBusy} disabledReason={isOffline ? t('account.offline') : null}>
            {t('form.save')}
          </Button>
        </div>
      </Form>
    </SettingRow>
  );
}
