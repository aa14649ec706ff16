import {
  PatientReminderSettings,
  type PatientId,
  type SystemReminderSettings,
  saveNotificationSettings,
} from '@portal/api';
import { type ReactNode, useId } from 'react';
import * as v from 'valibot';
import { useConnection } from '../../data/connection.ts';
import { failureOf, messageFor, refusalOf } from '../../data/errors.ts';
import { useSend } from '../../data/query/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CheckboxField, TextField } from '../../ui/Field.tsx';
import { type Refused, useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { Mail } from '../../ui/icons.ts';
import { lead } from '../../ui/text.css.ts';
import { clearMessage, showMessage, useWords } from '../../words/index.ts';
import { cardBody } from './account.css.ts';
import { NoticeRow } from './NoticeRow.tsx';
import { channels, formOf, noticesRules, type NoticesForm, offeredKinds, settingsOf } from './notices.ts';
import { notices, noticesHead, noticesPage } from './notices.css.ts';

export interface NoticesEditorProps {
  readonly patientId: PatientId;
  readonly primaryEmail: string | null;
  readonly system: SystemReminderSettings;
  /** What the server has; anything else means the defaults. */
  readonly saved: unknown;
}

const hasBounced = (saved: unknown): boolean => v.is(PatientReminderSettings, saved) && saved.emailBounced;

/** The grid of kinds and channels, and where to send to. */
export function NoticesEditor({ patientId, primaryEmail, system, saved }: NoticesEditorProps): ReactNode {
  const { t } = useWords();
  const whereId = useId();
  const isOffline = useConnection() === 'offline';
  const { mutateAsync: save } = useSend(saveNotificationSettings);
  const form = useForm<NoticesForm>({
    initial: formOf(saved, system),
    rules: noticesRules(system, primaryEmail),
    errorsFrom: 'submit',
    onSubmit: async (typed): Promise<Refused<NoticesForm> | null> => {
      try {
        const now = await save({ params: { patientId }, body: settingsOf(typed, primaryEmail) });
        form.reset(formOf(now, system));
        showMessage('patientReminderSettingsSaveSuccess');
        window.scrollTo(0, 0);
        return null;
      } catch (error) {
        const failure = failureOf(error);
        const code = refusalOf(saveNotificationSettings, failure);
        // A failing save clears the bar and shows the errors of the fields (specification 3, section 4).
        clearMessage();
        if (code === 'phone_required') return { fields: { smsPhoneNumber: { text: 'core.required' } } };
        if (code === 'email_required')
          return typed.usePrimaryEmail
            ? { fields: { usePrimaryEmail: { text: 'account.primaryMissing' } } }
            : { fields: { nonPrimaryEmailAddress: { text: 'core.required' } } };
        return { message: (failure && messageFor(saveNotificationSettings, failure)) ?? { code: 'unspecified' } };
      }
    },
  });
  const { values } = form;
  const address = values.usePrimaryEmail ? primaryEmail : values.nonPrimaryEmailAddress;
  return (
    <form {...form.props} className={noticesPage} noValidate aria-label={t('account.notifications')}>
      {hasBounced(saved) ? (
        <Banner kind="warning" icon={Mail} title={t('account.bouncedTitle', { email: address ?? '' })}>
          {t('account.bouncedText')}
        </Banner>
      ) : null}
      <p className={lead}>{t('account.noticesLead')}</p>
      <div className={notices}>
        <div className={noticesHead} aria-hidden="true">
          <span>{t('account.about')}</span>
          {channels.map((channel) => (
            <span key={channel}>{t(`account.channel_${channel}`)}</span>
          ))}
          <span>{t('account.when')}</span>
        </div>
        {offeredKinds(system).map((kind) => (
          <NoticeRow key={kind} kind={kind} system={system} form={values} onChange={form.set} />
        ))}
      </div>
      <Card labelledBy={whereId}>
        <div className={cardBody}>
          <h2 id={whereId}>{t('account.whereTo')}</h2>
          <CheckboxField
            id="use-primary"
            label={
              primaryEmail === null ? t('account.usePrimaryNone') : t('account.usePrimary', { email: primaryEmail })
            }
            checked={values.usePrimaryEmail}
            onChange={(next) => form.set('usePrimaryEmail', next)}
            error={form.error('usePrimaryEmail')}
          />
          {values.usePrimaryEmail ? null : (
            <TextField
              {...form.field('nonPrimaryEmailAddress')}
              id="other-email"
              type="email"
              inputMode="email"
              label={t('account.otherEmail')}
              required
              autoComplete="email"
              {...verbatim}
            />
          )}
          <TextField
            {...form.field('smsPhoneNumber')}
            id="sms-phone"
            type="tel"
            inputMode="tel"
            label={t('account.phone')}
            autoComplete="tel"
          />
          <div>
            <Button type="submit" busy={form.isBusy} disabledReason={isOffline ? t('account.offline') : null}>
              {t('account.save')}
            </Button>
          </div>
        </div>
      </Card>
    </form>
  );
}
