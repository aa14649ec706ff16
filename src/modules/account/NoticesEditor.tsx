import {
  type Instant,
  type NoticeChannel,
  PatientReminderSettings,
  type PatientId,
  type ReminderKind,
  type SystemReminderSettings,
  type UserId,
  saveNotificationSettings,
} from '@portal/api';
import { type ReactNode, useId, useState } from 'react';
import * as v from 'valibot';
import { useConnection } from '../../data/connection.ts';
import { failureOf, someMessageFor, refusalOf } from '../../data/errors.ts';
import { hasCapability } from '../../data/profile.ts';
import { useSend } from '../../data/query/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { CheckboxField, TextField } from '../../ui/Field.tsx';
import { type RefusedSubmit, useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { Mail } from '../../ui/icons.ts';
import { lead } from '../../ui/text.css.ts';
import { clearMessage, formatInstantDate, showMessage, useWords } from '../../words/index.ts';
import { cardBody } from './account.css.ts';
import { NoticeRow } from './NoticeRow.tsx';
import {
  channelsOf,
  fieldOf,
  formOf,
  kindsHere,
  noticesRules,
  type NoticesForm,
  offeredKinds,
  settingsOf,
} from './notices.ts';
import { notices, noticesAt, noticesHead, noticesPage, noticesWithDevice } from './notices.css.ts';
import { TestNotice } from './TestNotice.tsx';
import { type ThisDevice, allowHere, saveThisDevice } from './thisDevice.ts';
import { ThisDeviceLine } from './ThisDeviceLine.tsx';

interface NoticesEditorProps {
  readonly userId: UserId;
  readonly patientId: PatientId;
  readonly primaryEmail: string | null;
  readonly timeZone: string;
  readonly system: SystemReminderSettings;
  /** The settings on the server; anything else means the defaults. */
  readonly saved: unknown;
  /** Null where this device cannot show notices. */
  readonly device: ThisDevice | null;
}

const addressed = ['Email', 'Sms'] as const;
const isSame = (one: readonly ReminderKind[], other: readonly ReminderKind[]): boolean =>
  one.length === other.length && one.every((kind) => other.includes(kind));

/** When mail to the address last came back; null: it never did. */
function bounceOf(saved: unknown): { readonly at: Instant | null } | null {
  const parsed = v.safeParse(PatientReminderSettings, saved);
  return parsed.success && parsed.output.emailBounced ? { at: parsed.output.emailBouncedAt } : null;
}

/** The grid of kinds and channels, and the addresses. */
export function NoticesEditor({
  userId,
  patientId,
  primaryEmail,
  timeZone,
  system,
  saved,
  device,
}: NoticesEditorProps): ReactNode {
  const { t, locale } = useWords();
  const [state, setState] = useState(device?.state ?? null);
  const [toldHere, setToldHere] = useState(device?.kinds ?? []);
  const [isDeviceFailed, setDeviceFailed] = useState(false);
  const hasDevice = state !== null && state !== 'homeScreen';
  const columns: readonly NoticeChannel[] = hasDevice ? [...addressed, 'Push'] : addressed;
  const whereId = useId();
  const isOffline = useConnection() === 'offline';
  const { mutateAsync: save } = useSend(saveNotificationSettings);
  const form = useForm<NoticesForm>({
    initial: formOf(saved, system, toldHere),
    rules: noticesRules(system, primaryEmail),
    errorsFrom: 'submit',
    onSubmit: async (typed): Promise<RefusedSubmit<NoticesForm> | null> => {
      try {
        const now = await save({ params: { patientId }, body: settingsOf(typed, primaryEmail, saved) });
        const kinds = kindsHere(typed);
        form.reset(formOf(now, system, kinds));
        if (!(await keepHere(kinds))) return null;
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
        return { message: someMessageFor(failure) };
      }
    },
  });
  const { values } = form;
  /** Ticks stay if this fails, so that saving again tries again. */
  const keepHere = async (kinds: readonly ReminderKind[]): Promise<boolean> => {
    setDeviceFailed(false);
    if (isSame(kinds, toldHere)) return true;
    try {
      await saveThisDevice(userId, kinds);
      setToldHere(kinds);
      return true;
    } catch (error) {
      setDeviceFailed(failureOf(error)?.kind !== 'sessionEnded');
      return false;
    }
  };
  const tickHere = (kind: ReminderKind, isTicked: boolean) => {
    form.set(fieldOf(kind, 'Push'), isTicked);
    if (!isTicked || state !== 'ask') return;
    void allowHere(state).then((next) => {
      setState(next);
      if (next !== 'allowed') form.set(fieldOf(kind, 'Push'), false);
    });
  };
  const bounce = bounceOf(saved);
  const address = values.usePrimaryEmail ? primaryEmail : values.nonPrimaryEmailAddress;
  return (
    <form {...form.props} className={noticesPage} noValidate aria-label={t('account.notifications')}>
      {bounce === null ? null : (
        <Banner kind="warning" icon={Mail} title={t('account.bouncedTitle', { email: address ?? '' })}>
          {bounce.at === null
            ? null
            : `${t('account.bouncedLast', { date: formatInstantDate(locale, bounce.at, timeZone, 'medium') })} `}
          {t('account.bouncedText')}
        </Banner>
      )}
      <p className={lead}>{t('account.noticesLead')}</p>
      <div className={classes(notices, hasDevice && noticesWithDevice)}>
        <div className={noticesHead} aria-hidden="true">
          <span>{t('account.about')}</span>
          {columns.map((channel) => (
            <span key={channel}>{t(`account.channel_${channel}`)}</span>
          ))}
          <span>{t('account.when')}</span>
        </div>
        {offeredKinds(system, hasCapability).map((kind) => (
          <NoticeRow
            key={kind}
            kind={kind}
            columns={columns}
            offered={hasDevice ? [...channelsOf(system, kind), 'Push'] : channelsOf(system, kind)}
            blocked={state === 'blocked'}
            form={values}
            onChange={form.set}
            onHere={tickHere}
          />
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
          {state === null ? null : <ThisDeviceLine state={state} failed={isDeviceFailed} />}
          <ButtonRow>
            <Button type="submit" busy={form.isBusy} disabledReason={isOffline ? t('account.offline') : null}>
              {t('form.save')}
            </Button>
            <TestNotice patientId={patientId} isChanged={form.isDirty} />
          </ButtonRow>
        </div>
      </Card>
      <p className={noticesAt}>{t('account.noticesStop')}</p>
    </form>
  );
}
