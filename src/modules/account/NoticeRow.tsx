import { type ReminderKind, type SystemReminderSettings, reminderOffsets } from '@portal/api';
import { type ReactNode, useId } from 'react';
import type { Form } from '../../ui/form/useForm.ts';
import { SelectField } from '../../ui/Field.tsx';
import { tick } from '../../ui/Tick.css.ts';
import { useWords } from '../../words/index.ts';
import { channels, channelsOf, fieldOf, type NoticesForm, offsetOf, saysOf } from './notices.ts';
import {
  noticesAt,
  noticesChoices,
  noticesName,
  noticesOption,
  noticesRow,
  noticesWhen,
  noticesWords,
} from './notices.css.ts';

const offsetFields = { appointment: 'appointmentReminderOffset', followUp: 'followUpReminderOffset' } as const;

/** One kind of reminder: by which channels, when, and a sentence that says what will happen. */
export function NoticeRow({
  kind,
  system,
  form,
  onChange,
}: {
  kind: ReminderKind;
  system: SystemReminderSettings;
  form: NoticesForm;
  onChange: Form<NoticesForm>['set'];
}): ReactNode {
  const words = useWords();
  const nameId = useId();
  const { t } = words;
  const offered = channelsOf(system, kind);
  const offset = offsetOf(form, kind);
  const offsetField = kind === 'appointment' || kind === 'followUp' ? offsetFields[kind] : null;
  return (
    <div role="group" aria-labelledby={nameId} className={noticesRow}>
      <span id={nameId} className={noticesName}>
        {t(`account.kind_${kind}`)}
      </span>
      <div className={noticesChoices}>
        {channels.map((channel) =>
          offered.includes(channel) ? (
            <label key={channel} className={noticesOption}>
              <input
                className={tick}
                type="checkbox"
                checked={form[fieldOf(kind, channel)]}
                onChange={(event) => onChange(fieldOf(kind, channel), event.currentTarget.checked)}
              />
              <span>{t(`account.channel_${channel}`)}</span>
            </label>
          ) : (
            <span key={channel} aria-hidden="true" />
          ),
        )}
      </div>
      {offset === null || offsetField === null ? (
        <span className={noticesAt}>{t('account.asItComes')}</span>
      ) : (
        <div className={noticesWhen}>
          <SelectField
            label={t('account.when')}
            value={offset}
            onChange={(next) => {
              const chosen = reminderOffsets.find((one) => one === next);
              if (chosen !== undefined) onChange(offsetField, chosen);
            }}
            options={reminderOffsets.map((value) => ({ value, label: t(`account.offset_${value}`) }))}
          />
        </div>
      )}
      <p className={noticesWords}>{saysOf(form, system, kind, words)}</p>
    </div>
  );
}
