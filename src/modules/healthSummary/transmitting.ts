import { EmailAddress, longestTransmitText, transmitHealthSummary } from '@portal/api';
import * as v from 'valibot';
import { type Failure, messageFor, refusalOf } from '../../data/errors.ts';
import { schemaRule } from '../../ui/form/rules.ts';
import type { Problem } from '../../ui/form/rules.ts';
import type { MessageKey } from '../../words/index.ts';

/** The two ways to send: as an unprotected mail, or to a Direct address. */
export type TransmitKind = 'email' | 'sendSecurely';

export interface EmailForm {
  readonly sender: string;
  readonly recipient: string;
  readonly emailBody: string;
}

/** Message up to 2,000 characters; addresses required and in the right format (specification 3, section 5). */
export const transmitRules = (kind: TransmitKind) => ({
  ...(kind === 'email' ? { sender: [schemaRule(EmailAddress)] } : {}),
  recipient: [schemaRule(EmailAddress, kind === 'email' ? {} : { text: 'healthSummary.directInvalid' })],
  emailBody: [schemaRule(v.optional(v.pipe(v.string(), v.maxLength(longestTransmitText))))],
});

/** The errors of a failed send: of fields, or a sentence above them. */
export interface NotSent {
  readonly fields: { readonly [Name in keyof EmailForm]?: Problem };
  readonly said: { readonly key: MessageKey; readonly values?: Readonly<Record<string, string | number>> } | null;
}

/** The errors that the form shows (specification 3, section 8); none where the session has ended, which shows its own message. */
export function notSent(kind: TransmitKind, failure: Failure | null): NotSent {
  const failed: NotSent = {
    fields: {},
    said: { key: kind === 'email' ? 'bar.healthsummarysendfailed' : 'bar.healthsummarysendsecurelyfailed' },
  };
  if (failure?.kind === 'sessionEnded') return { fields: {}, said: null };
  const refusal = refusalOf(transmitHealthSummary, failure);
  if (refusal === 'recipient_invalid')
    return {
      fields: { recipient: { text: kind === 'email' ? 'form.email' : 'healthSummary.directInvalid' } },
      said: null,
    };
  if (refusal === 'sender_changed') return { fields: { sender: { text: 'healthSummary.senderChanged' } }, said: null };
  if (refusal === 'summary_too_large') return { fields: {}, said: { key: 'healthSummary.tooLarge' } };
  if (refusal === 'direct_not_configured') return { fields: {}, said: { key: 'bar.noCcdaConfigured' } };
  const message = failure?.kind === 'refused' ? messageFor(failure) : null;
  return message === null || message.code === 'unspecified'
    ? failed
    : { fields: {}, said: { key: `bar.${message.code}`, values: message.values } };
}
