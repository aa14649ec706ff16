import { type CallShape, type PatientId, acceptInvitation, acceptInvitationSignedIn } from '@portal/api';
import { type ReactNode, useRef, useState } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import { failureOf, mayHaveArrived } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { loadIdentity } from '../../data/profile.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PasswordField, TextField } from '../../ui/Field.tsx';
import { required } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { stack } from '../../ui/text.css.ts';
import { showMessage, useWords } from '../../words/index.ts';
import type { VerifiedRepresentative } from './identity.ts';
import { acceptanceRefusal } from './refusals.ts';
import { SignUpForm, type SignUpStepProps } from './SignUpFrame.tsx';

interface TypedAccount {
  readonly username: string;
  readonly password: string;
}

/** The patient for whom the person now acts; `account`: what to sign in with, null where they are signed in. */
export interface Accepted {
  /** Null: an earlier answer was lost, and this one does not say it again. */
  readonly patientId: PatientId | null;
  readonly account: TypedAccount | null;
}

interface AcceptanceFormProps extends SignUpStepProps {
  readonly verified: VerifiedRepresentative;
  /** The username of who is signed in, if anybody. */
  readonly signedInAs: string | null;
  readonly onAccepted: (accepted: Accepted) => void;
  /** An earlier try was never answered; resolves with true where the account can sign in. */
  readonly onPerhapsAccepted: (account: TypedAccount) => Promise<boolean>;
}

const rules = { username: [required()], password: [required()] };

/** Accepts a representative's invitation with an existing account, so that one sign-in is enough for several patients. */
export function AcceptanceForm({
  verified: { token, pin },
  signedInAs,
  onAccepted,
  onPerhapsAccepted,
  ...step
}: AcceptanceFormProps): ReactNode {
  const { t } = useWords();
  const invitation = { encryptedInvitationId: token, pin };
  const isUnanswered = useRef(false);
  /** For whom the person who is signed in acted before the first try. */
  const actedFor = useRef<ReadonlySet<PatientId> | null>(null);
  const [isBusy, setBusy] = useState(false);

  const refusalFor = (call: Pick<CallShape, 'name'>, error: unknown) => {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (mayHaveArrived(failure)) isUnanswered.current = true;
    return acceptanceRefusal(failure);
  };
  const form = useForm({
    initial: { username: '', password: '' },
    rules,
    onFailed: markTitleFailed,
    onSubmit: async (values) => {
      const account = { username: values.username.trim(), password: values.password };
      const wasUnanswered = isUnanswered.current;
      try {
        const { patientId } = await send(acceptInvitation, { body: { ...invitation, ...account } });
        onAccepted({ patientId, account });
        return null;
      } catch (error) {
        const refused = refusalFor(acceptInvitation, error);
        // The lost answer may have been a success, which used the invitation up.
        if (wasUnanswered && refused.message?.code === 'invitationExpired' && (await onPerhapsAccepted(account))) {
          onAccepted({ patientId: null, account: null });
          return null;
        }
        return refused;
      }
    },
  });
  const acceptSignedIn = async () => {
    setBusy(true);
    const wasUnanswered = isUnanswered.current;
    try {
      const { profile, representations } = await loadIdentity();
      actedFor.current ??= new Set(representations.map((one) => one.patientId));
      const { patientId } = await send(acceptInvitationSignedIn, {
        params: { userId: profile.userId },
        body: invitation,
      });
      onAccepted({ patientId, account: null });
    } catch (error) {
      const { message } = refusalFor(acceptInvitationSignedIn, error);
      // The lost answer may have been a success, which used the invitation up.
      if (wasUnanswered && message?.code === 'invitationExpired') {
        const now = await loadIdentity(true).catch(() => null);
        const accepted = now?.representations.find((one) => !actedFor.current?.has(one.patientId));
        if (accepted !== undefined) {
          onAccepted({ patientId: accepted.patientId, account: null });
          return;
        }
      }
      if (message) showMessage(message.code, message.values);
      window.scrollTo(0, 0);
    } finally {
      setBusy(false);
    }
  };

  return (
    <SignUpForm
      {...step}
      title={t('signUp.acceptTitle')}
      lead={t('signUp.acceptLead')}
      steps={['invitation', 'acceptance']}
      step="acceptance"
      form={form}
      sendLabel={t('signUp.accept')}
    >
      {signedInAs === null ? null : (
        <Card>
          <div className={stack}>
            <p>{t('signUp.signedInAs', { userName: signedInAs })}</p>
            <Button busy={isBusy} onClick={() => void acceptSignedIn()}>
              {t('signUp.acceptSignedIn')}
            </Button>
            <p>{t('signUp.acceptOther')}</p>
          </div>
        </Card>
      )}
      <TextField
        label={t('core.username')}
        required
        autoComplete="username"
        {...verbatim}
        {...form.field('username')}
      />
      <PasswordField label={t('core.password')} required autoComplete="current-password" {...form.field('password')} />
    </SignUpForm>
  );
}

/** Offers it above the form of a new account. */
export function UseOwnAccount({ onUse }: { onUse: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Card title={t('signUp.haveAccount')}>
      <div className={stack}>
        <p>{t('signUp.haveAccountText')}</p>
        <Button variant="secondary" onClick={onUse}>
          {t('signUp.useAccount')}
        </Button>
      </div>
    </Card>
  );
}
