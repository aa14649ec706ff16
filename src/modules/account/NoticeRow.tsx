import { type NoticeChannel, type ReminderKind, recordTimings, reminderOffsets } from '@portal/api';
import { type ReactNode, useId } from 'react';
import type { Form } from '../../ui/form/useForm.ts';
import { SelectField } from '../../ui/Field.tsx';
import { tick } from '../../ui/Tick.css.ts';
import { useWords } from '../../words/index.ts';
import { fieldOf, isTicked, type NoticesForm, noticeSentence, timeOf } from './notices.ts';
import {
  noticesAt,
  noticesChoices,
  noticesName,
  noticesOption,
  noticesRow,
  noticesWhen,
  noticesWords,
} from './notices.css.ts';

const times = {
  appointment: { field: 'appointmentReminderOffset', values: reminderOffsets },
  followUp: { field: 'followUpReminderOffset', values: reminderOffsets },
  record: { field: 'recordTiming', values: recordTimings },
} as const;

/** One kind of reminder: its channels, its time, and a sentence that says what will happen. */
export function NoticeRow({
  kind,
  columns,
  offered,
  blocked,
  form,
  onChange,
  onHere,
}: {
  kind: ReminderKind;
  /** Every channel that at least one kind has. */
  columns: readonly NoticeChannel[];
  offered: readonly NoticeChannel[];
  /** True when the browser blocks notices on this device. */
  blocked: boolean;
  form: NoticesForm;
  onChange: Form<NoticesForm>['set'];
  /** Called when this device is ticked or unticked. */
  onHere: (kind: ReminderKind, isTicked: boolean) => void;
}): ReactNode {
  const words = useWords();
  const nameId = useId();
  const { t } = words;
  const time = timeOf(form, kind);
  const choice = kind === 'secureMessage' || kind === 'questionnaire' ? null : times[kind];
  return (
    <fieldset aria-labelledby={nameId} className={noticesRow}>
      <span id={nameId} className={noticesName}>
        {t(`account.kind_${kind}`)}
      </span>
      <div className={noticesChoices}>
        {columns.map((channel) =>
          offered.includes(channel) ? (
            <label key={channel} className={noticesOption}>
              <input
                className={tick}
                type="checkbox"
                checked={isTicked(form, kind, channel)}
                disabled={channel === 'Push' && blocked}
                onChange={({ currentTarget: { checked } }) => {
                  if (channel === 'Push') onHere(kind, checked);
                  else onChange(fieldOf(kind, channel), checked);
                }}
              />
              <span>{t(`account.channel_${channel}`)}</span>
            </label>
          ) : (
            <span key={channel} aria-hidden="true" />
          ),
        )}
      </div>
      {time === null || choice === null ? (
        <span className={noticesAt}>{t('account.asItComes')}</span>
      ) : (
        <div className={noticesWhen}>
          <SelectField
            label={t('account.when')}
            value={time}
            onChange={(next) => {
              const chosen = choice.values.find((one) => one === next);
              if (chosen !== undefined) onChange(choice.field, chosen);
            }}
            options={choice.values.map((value) => ({ value, label: t(`account.offset_${value}`) }))}
          />
        </div>
      )}
      <p className={noticesWords}>{noticeSentence(form, offered, kind, words)}</p>
    </fieldset>
  );
}
