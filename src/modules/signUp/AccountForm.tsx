import { isUsername, postAccountInformation } from '@portal/api';
import { type ReactNode, useId, useRef } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import { failureOf, mayHaveArrived } from '../../data/errors.ts';
import { type FacilityText, useFacilityText } from '../../data/facilityText.ts';
import { send } from '../../data/http.ts';
import { usePasswordStates } from '../../data/passwordRules.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, TextField } from '../../ui/Field.tsx';
import { NewPasswordFields, noNewPassword } from '../../ui/form/NewPasswordFields.tsx';
import { isEmpty } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { RichText } from '../../ui/RichText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../words/index.ts';
import { accountRules } from './formRules.ts';
import type { Verified } from './identity.ts';
import { accountRefusal, isTermsChange } from './refusals.ts';
import { SignUpForm, type SignUpStepProps, type StepName } from './SignUpFrame.tsx';

/** The new account, for signing in with it at once. */
export interface MadeAccount {
  readonly username: string;
  readonly password: string;
  /** Whether the welcome mail was sent. */
  readonly isMailSent: boolean;
}

interface AccountFormProps extends SignUpStepProps {
  readonly verified: Verified;
  /** Resolves when the person has reached their page. */
  readonly onMade: (account: MadeAccount) => Promise<void>;
  /** An earlier try was never answered, so the account may exist; resolves with true when it does, and the person is signed in. */
  readonly onPerhapsMade: (account: MadeAccount) => Promise<boolean>;
  /** Another way to continue, above the fields. */
  readonly otherWay?: ReactNode;
}

const passwordLabels = { newPassword: 'core.password', confirmPassword: 'signUp.confirmPassword' } as const;

/** An address as a username; empty where the rule for usernames would refuse it. */
const usernameFrom = (email: string): string => (isUsername(email) ? email : '');

const stepsOf = (verified: Verified): readonly StepName[] =>
  verified.kind === 'representative'
    ? ['invitation', 'account']
    : verified.wasAskedForEmail
      ? ['identity', 'email', 'account']
      : ['identity', 'account'];

/** Email, username, password and the terms: the last step of signing up (specification 1, sections 2 and 5). */
export function AccountForm({
  verified,
  onMade,
  onPerhapsMade,
  otherWay = null,
  ...step
}: AccountFormProps): ReactNode {
  const { t, language } = useWords();
  const statesOf = usePasswordStates();
  const legal = useFacilityText('SignUpLegal', verified.facilityId);
  const terms = useFacilityText('TermsOfUse', verified.facilityId);
  const isUnanswered = useRef(false);
  const form = useForm({
    initial: {
      email: verified.email,
      username: usernameFrom(verified.email),
      ...noNewPassword,
      isTermsOfUseAccepted: false,
    },
    ...accountRules(statesOf),
    onFailed: markTitleFailed,
    onSubmit: async (values) => {
      const username = values.username.trim();
      const termsOfUseVersion = terms.kind === 'text' ? terms.version : undefined;
      const account = {
        emailAddress: values.email.trim(),
        username,
        password: values.newPassword,
        isTermsOfUseAccepted: true as const,
        ...(termsOfUseVersion === undefined ? {} : { termsOfUseVersion }),
      };
      const body =
        verified.kind === 'patient'
          ? { ...account, patientId: verified.patientId, ...verified.identity }
          : { ...account, patientId: -1 as const, encryptedInvitationId: verified.token, pin: verified.pin };
      try {
        const answer = await send(postAccountInformation, { query: { language }, body });
        await onMade({ username, password: values.newPassword, isMailSent: answer === '' });
        return null;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === null) throw error;
        if (mayHaveArrived(failure)) isUnanswered.current = true;
        // The invitation may be used up already: without this check a lost answer would end in "Invalid information".
        else if (
          isUnanswered.current &&
          (await onPerhapsMade({ username, password: values.newPassword, isMailSent: true }))
        )
          return null;
        if (isTermsChange(failure)) {
          // The person has not seen the new terms, so they are not accepted.
          form.set('isTermsOfUseAccepted', false);
          if (terms.kind === 'text') terms.again();
        }
        return accountRefusal(failure);
      }
    },
  });
  const { values } = form;
  const { value: isAccepted, onBlur: _, ...acceptance } = form.field('isTermsOfUseAccepted');

  /** The username follows the address until the person changes it (specification 1, section 5). */
  const changeEmail = (next: string) => {
    if (values.username === usernameFrom(values.email) || isEmpty(values.username))
      form.set('username', usernameFrom(next));
    form.set('email', next);
  };

  return (
    <SignUpForm
      {...step}
      title={t('signUp.accountTitle')}
      lead={t('signUp.accountLead')}
      steps={stepsOf(verified)}
      step="account"
      form={form}
      sendLabel={t('signUp.create')}
      disabledReason={terms.kind === 'failed' ? t('signUp.termsNotLoaded') : null}
    >
      {otherWay}
      <TextField
        label={t('form.emailAddress')}
        required
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
        onChange={changeEmail}
      />
      <TextField
        label={t('core.username')}
        hint={t('signUp.usernameHint')}
        required
        autoComplete="username"
        {...verbatim}
        {...form.field('username')}
      />
      <NewPasswordFields statesOf={statesOf} labels={passwordLabels} field={form.field} />
      <Terms text={terms} />
      {legal.kind === 'text' ? <RichText html={legal.html} lang={legal.lang} /> : null}
      {terms.kind === 'failed' ? null : (
        <CheckboxField label={t('form.termsAccept')} required checked={isAccepted} {...acceptance} />
      )}
    </SignUpForm>
  );
}

function Terms({ text }: { text: FacilityText }): ReactNode {
  const { t } = useWords();
  const id = useId();
  switch (text.kind) {
    case 'waiting':
      return <Skeleton lines={6} />;
    case 'failed':
      return (
        <div role="alert">
          <p>{t('signUp.termsNotLoaded')}</p>
          <Button variant="secondary" onClick={text.again}>
            {t('core.tryAgain')}
          </Button>
        </div>
      );
    case 'text':
      return (
        <section aria-labelledby={id}>
          <h2 id={id}>{t('core.termsOfUse')}</h2>
          <RichText html={text.html} lang={text.lang} />
        </section>
      );
  }
}
