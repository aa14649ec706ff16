import { type HealthSummaryHead, longestTransmitText, type PatientId, transmitHealthSummary } from '@portal/api';
import { type ReactNode, useId, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import type { keysByBody } from '../../data/idempotencyKey.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { LockKeyholeOpen, Send } from '../../ui/icons.ts';
import { muted } from '../../ui/text.css.ts';
import { showMessage, useWords } from '../../words/index.ts';
import { inDialog } from './HealthSummary.css.ts';
import { type EmailForm, type NotSent, type TransmitKind, notSent, transmitRules } from './transmitting.ts';

interface TransmitProps {
  readonly kind: TransmitKind;
  readonly patientId: PatientId;
  readonly isOwn: boolean;
  readonly head: HealthSummaryHead;
  /** The address on file, to which answers go. */
  readonly ownEmail: string | null;
  /** Called when the address on file has changed. */
  readonly onSenderChanged: () => Promise<unknown>;
  readonly keyOf: ReturnType<typeof keysByBody>;
  /** What was typed when the form was closed before. */
  readonly typed: EmailForm | null;
  /** Called with what was typed; null when it was sent or cancelled. */
  readonly onClose: (typed: EmailForm | null) => void;
}

const formNames = { email: 'sendCcdaEmailForm', sendSecurely: 'sendCcdaSecurelyForm' } as const;

/** Send by Email and Send Securely: what was typed stays until it is sent or cancelled. */
export function Transmit({
  kind,
  patientId,
  isOwn,
  head,
  ownEmail,
  onSenderChanged,
  keyOf,
  typed,
  onClose,
}: TransmitProps): ReactNode {
  const { t, language } = useWords();
  const formId = useId();
  const isOffline = useConnection() === 'offline';
  const [said, setSaid] = useState<NotSent['said']>(null);
  const isEmail = kind === 'email';
  const form = useForm<EmailForm>({
    initial: { ...(typed ?? { recipient: '', emailBody: '' }), sender: ownEmail ?? '' },
    rules: transmitRules(kind),
    errorsFrom: 'submit',
    onSubmit: async ({ recipient, emailBody }) => {
      setSaid(null);
      const body = {
        patientId,
        ifSystemId: head.ifSystemId,
        transmitType: kind,
        formName: formNames[kind],
        senderAddress: isEmail ? ownEmail : null,
        recipientAddress: recipient.trim(),
        messageText: emailBody,
        identifier: head.identifier,
      };
      try {
        await send(transmitHealthSummary, {
          params: { patientId, ifSystemId: head.ifSystemId, transmitType: kind },
          query: { language },
          headers: { 'idempotency-key': keyOf(body) },
          body,
        });
      } catch (error) {
        const { fields, said: sentence } = notSent(kind, failureOf(error));
        if (fields.sender !== undefined) await onSenderChanged();
        setSaid(sentence);
        return { fields };
      }
      showMessage('healthsummarysent');
      onClose(null);
      return null;
    },
  });
  return (
    <Dialog
      title={t(isEmail ? 'healthSummary.sendEmail' : 'healthSummary.sendSecurely')}
      onClose={() => onClose(form.values)}
      focusFirst={`${formId}-to`}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            icon={Send}
            busy={form.isBusy}
            disabledReason={isOffline ? t('healthSummary.offlineSend') : null}
          >
            {t('form.send')}
          </Button>
          <Button variant="secondary" onClick={() => onClose(null)}>
            {t('core.cancel')}
          </Button>
        </>
      }
    >
      <div className={inDialog}>
        {isEmail ? (
          <Banner kind="warning" icon={LockKeyholeOpen}>
            {t(isOwn ? 'healthSummary.emailWarning' : 'healthSummary.emailWarningOf')}
          </Banner>
        ) : (
          <p className={muted}>{t('healthSummary.secureText')}</p>
        )}
        <div role="alert">{said === null ? null : <Banner kind="error">{t(said.key, said.values)}</Banner>}</div>
      </div>
      <Form {...form.props} id={formId} name={formNames[kind]}>
        {isEmail ? (
          <TextField
            name="sender"
            type="email"
            label={t('healthSummary.from')}
            hint={t('healthSummary.fromHint')}
            required
            readOnly
            autoComplete="email"
            value={ownEmail ?? ''}
            onChange={() => undefined}
            error={ownEmail === null && form.error('sender') ? t('healthSummary.noEmail') : form.error('sender')}
          />
        ) : null}
        <TextField
          {...form.field('recipient')}
          {...verbatim}
          id={`${formId}-to`}
          type="email"
          inputMode="email"
          autoComplete="off"
          label={t('form.to')}
          hint={isEmail ? undefined : t('healthSummary.directHint')}
          required
        />
        <TextArea
          {...form.field('emailBody')}
          label={t('healthSummary.message')}
          limit={longestTransmitText}
          rows={3}
        />
      </Form>
    </Dialog>
  );
}
