import { verifyInvitationToken } from '@portal/api';
import type { ReactNode } from 'react';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { TextField } from '../../ui/Field.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';
import { longestInvitationPin, representativeRules } from './formRules.ts';
import type { VerifiedRepresentative } from './identity.ts';
import { identityRefusal } from './refusals.ts';
import { type RenderLeaving, SignUpForm, type SignUpFrameProps } from './SignUpFrame.tsx';

export interface RepresentativeFormProps {
  readonly token: string;
  readonly onVerified: (representative: VerifiedRepresentative) => void;
  readonly onCancel: () => void;
  readonly facility: SignUpFrameProps['facility'];
  readonly renderLeaving: RenderLeaving;
  readonly onFailed: (failed: boolean) => void;
}

/** The PIN that the patient gives to their representative (specification 1, section 2). */
export function RepresentativeForm({
  token,
  onVerified,
  onCancel,
  facility,
  renderLeaving,
  onFailed,
}: RepresentativeFormProps): ReactNode {
  const { t } = useWords();
  const form = useForm({
    initial: { pin: '' },
    rules: representativeRules,
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
        return identityRefusal(failure);
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
      facility={facility}
      renderLeaving={renderLeaving}
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
