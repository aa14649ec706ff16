import { verifyInvitationToken } from '@portal/api';
import type { ReactNode } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { TextField } from '../../ui/Field.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';
import { longestInvitationPin, representativeRules } from './formRules.ts';
import type { VerifiedRepresentative } from './identity.ts';
import { identityRefusal } from './refusals.ts';
import { SignUpForm, type SignUpStepProps } from './SignUpFrame.tsx';

interface RepresentativeFormProps extends SignUpStepProps {
  readonly token: string;
  readonly onVerified: (representative: VerifiedRepresentative) => void;
}

/** The PIN that the patient gives to their representative (specification 1, section 2). */
export function RepresentativeForm({ token, onVerified, ...step }: RepresentativeFormProps): ReactNode {
  const { t } = useWords();
  const form = useForm({
    initial: { pin: '' },
    rules: representativeRules,
    onFailed: markTitleFailed,
    onSubmit: async (values) => {
      const pin = values.pin.trim();
      try {
        const { arEmail, facilityHomeId } = await send(verifyInvitationToken, { params: { token, pin } });
        onVerified({ kind: 'representative', token, pin, email: arEmail, facilityId: facilityHomeId });
        return null;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === null) throw error;
        return identityRefusal(failure);
      }
    },
  });
  return (
    <SignUpForm
      {...step}
      title={t('signUp.invitationTitle')}
      lead={t('signUp.invitationLead')}
      steps={['invitation', 'account']}
      step="invitation"
      form={form}
      sendLabel={t('signUp.next')}
    >
      <TextField
        label={t('signUp.pin')}
        hint={t('signUp.invitationPinHint')}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={longestInvitationPin}
        {...form.field('pin')}
      />
    </SignUpForm>
  );
}
