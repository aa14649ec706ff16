import { verifyInvitationToken } from '@portal/api';
import type { ReactNode } from 'react';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { TextField } from '../../ui/Field.tsx';
import { required } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';
import type { VerifiedRepresentative } from './identity.ts';
import { identityRefusal } from './refusals.ts';
import { SignUpForm } from './SignUpFrame.tsx';

export interface RepresentativeFormProps {
  readonly token: string;
  readonly onVerified: (representative: VerifiedRepresentative) => void;
  readonly onCancel: () => void;
  readonly onFailed: (failed: boolean) => void;
}

/** The PIN that the patient tells whoever is to act for them (specification 1, section 2). */
export function RepresentativeForm({ token, onVerified, onCancel, onFailed }: RepresentativeFormProps): ReactNode {
  const { t } = useWords();
  const form = useForm({
    initial: { pin: '' },
    rules: { pin: [required()] },
    onFailed,
    onSubmit: async (values) => {
      const pin = values.pin.trim();
      try {
        const { arEmail, facilityHomeId } = await send(verifyInvitationToken, { params: { token, pin } });
        onVerified({ kind: 'representative', token, pin, email: arEmail, facilityId: facilityHomeId });
        return null;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === null) throw error;
        return identityRefusal(verifyInvitationToken, failure);
      }
    },
  });
  return (
    <SignUpForm
      title={t('signUp.invitationTitle')}
      lead={t('signUp.invitationLead')}
      steps={['invitation', 'account']}
      step="invitation"
      form={form}
      sendLabel={t('signUp.next')}
      onCancel={onCancel}
    >
      <TextField label={t('signUp.pin')} hint={t('signUp.invitationPinHint')} required inputMode="numeric" autoComplete="one-time-code" maxLength={40} {...form.field('pin')} />
    </SignUpForm>
  );
}
