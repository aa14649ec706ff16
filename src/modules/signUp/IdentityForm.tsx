import { getVerificationFields, type SignUpIdentity } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { untilStopped } from '../../browser/untilStopped.ts';
import { markTitleFailed } from '../../browser/title.ts';
import { failureOf } from '../../data/errors.ts';
import { useFacilityText } from '../../data/facilityText.ts';
import { send } from '../../data/http.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField, type DatePart } from '../../ui/DateField.tsx';
import { digitsOnly } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TextField } from '../../ui/Field.tsx';
import { dateProblem } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { CircleAlert } from '../../ui/icons.ts';
import { RichText, plainText } from '../../ui/RichText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../words/index.ts';
import { identityRules, longestVerification } from './formRules.ts';
import { type IdentityValues, type VerificationField, identityOf, verificationFields } from './identity.ts';
import { identityRefusal } from './refusals.ts';
import { SignUpForm, SignUpFrame, type SignUpStepProps, type StepName } from './SignUpFrame.tsx';

interface IdentityFormProps extends SignUpStepProps {
  /** The PIN of the address; its field is hidden until a check fails. */
  readonly givenPin: string | null;
  readonly lead: string;
  readonly steps: readonly StepName[];
  /** Checks the identity on the server, and goes on. Rejects with `CallError`. */
  readonly verify: (identity: SignUpIdentity) => Promise<void>;
}

type Fields =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'known'; readonly fields: ReadonlySet<VerificationField> }
  | { readonly kind: 'failed' };

/** Who the person is: the first step of signing up (specification 1, section 2), and of a first sign-in with an identity system. */
export function IdentityForm(props: IdentityFormProps): ReactNode {
  const { t } = useWords();
  const [asked, setAsked] = useState<Fields>({ kind: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  useEffect(
    () =>
      untilStopped(
        send(getVerificationFields),
        (list) => setAsked({ kind: 'known', fields: verificationFields(list) }),
        () => setAsked({ kind: 'failed' }),
      ),
    [attempt],
  );

  if (asked.kind === 'known') return <KnownIdentityForm {...props} fields={asked.fields} />;
  const again = () => {
    setAsked({ kind: 'waiting' });
    setAttempt(attempt + 1);
  };
  return (
    <SignUpFrame
      title={t('signUp.identityTitle')}
      lead={props.lead}
      steps={props.steps}
      step="identity"
      onCancel={props.onCancel}
      facility={props.facility}
    >
      {asked.kind === 'waiting' ? (
        <Skeleton lines={6} />
      ) : (
        <EmptyState
          icon={CircleAlert}
          level={2}
          title={t('signUp.notLoadedTitle')}
          action={<Button onClick={again}>{t('core.tryAgain')}</Button>}
        >
          {t('signUp.notLoadedText')}
        </EmptyState>
      )}
    </SignUpFrame>
  );
}

const parts = ['day', 'month', 'year'] as const satisfies readonly DatePart[];

function KnownIdentityForm({
  givenPin,
  fields,
  verify,
  ...step
}: IdentityFormProps & { fields: ReadonlySet<VerificationField> }): ReactNode {
  const { t } = useWords();
  const [isPinHidden, setPinHidden] = useState(givenPin !== null);
  const identifier = useFacilityText('PatientIdentifierLabel');
  const legal = useFacilityText('SignUpLegal');
  const mrnLabel = (identifier.kind === 'text' ? plainText(identifier.html).trim() : '') || t('signUp.mrn');
  // A PIN of the address is shown only after a failed check.
  const shown = new Set([...fields].filter((field) => field !== 'pin' || !isPinHidden));

  const form = useForm<IdentityValues>({
    initial: { firstName: '', lastName: '', day: '', month: '', year: '', pin: givenPin ?? '', mrn: '', ssn: '' },
    rules: identityRules(shown),
    onFailed: markTitleFailed,
    onSubmit: async (values) => {
      try {
        await verify(identityOf(values));
        return null;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === null) throw error;
        // The PIN may be what is wrong, so the person must see it.
        setPinHidden(false);
        return identityRefusal(failure);
      }
    },
  });

  const birthDate = dateProblem({
    day: form.problem('day'),
    month: form.problem('month'),
    year: form.problem('year'),
  });
  return (
    <SignUpForm {...step} title={t('signUp.identityTitle')} step="identity" form={form} sendLabel={t('signUp.next')}>
      <TextField label={t('form.firstName')} required autoComplete="given-name" {...form.field('firstName')} />
      <TextField label={t('form.lastName')} required autoComplete="family-name" {...form.field('lastName')} />
      <DateField
        id="birth-date"
        look="form"
        legend={t('form.birthDate')}
        required
        autoComplete="bday"
        value={form.values}
        onChange={(next) => {
          for (const part of parts) if (next[part] !== form.values[part]) form.set(part, next[part]);
        }}
        onBlur={form.touch}
        error={birthDate === null ? undefined : t(birthDate.text)}
        wrongParts={birthDate?.fields}
      />
      {shown.has('pin') ? (
        <TextField
          label={t('signUp.pin')}
          hint={t('signUp.pinHint')}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.field('pin')}
          onChange={(typed) => form.set('pin', digitsOnly(typed, longestVerification.pin))}
        />
      ) : null}
      {shown.has('mrn') ? (
        <TextField
          label={mrnLabel}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={longestVerification.mrn}
          {...form.field('mrn')}
        />
      ) : null}
      {shown.has('ssn') ? (
        <TextField
          label={t('signUp.ssn')}
          hint={t('signUp.digitsHint')}
          required
          inputMode="numeric"
          autoComplete="off"
          {...form.field('ssn')}
          onChange={(typed) => form.set('ssn', digitsOnly(typed, longestVerification.ssn))}
        />
      ) : null}
      {legal.kind === 'text' ? <RichText html={legal.html} lang={legal.lang} /> : null}
    </SignUpForm>
  );
}
