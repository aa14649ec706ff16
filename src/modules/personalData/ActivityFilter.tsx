import {
  type PatientId,
  type UserId,
  activityGroups,
  activityPeople,
  getActivityReport,
  listActivity,
} from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { saveFile } from '../../data/download.ts';
import { failureOf } from '../../data/errors.ts';
import { isOffered } from '../../data/version.ts';
import { facilityToday } from '../../records/facilityToday.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { calendarDate } from '../../ui/calendar.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { firstProblem } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { FileDown } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { filterBox, outcome, pair } from './personalData.css.ts';
import { type ActivityForm, type ActivityQuery, activityRules, activityQueryOf, groupOf, peopleOf } from './filter.ts';

interface ActivityFilterProps {
  readonly userId: UserId;
  readonly patientId: PatientId;
  readonly initial: ActivityForm;
  /** True when it is the reader's own record, which also lists what others did. */
  readonly isOwn: boolean;
  readonly onView: (asked: ActivityQuery) => void;
}

/** The filter of the log with its button, and the same range as a file. */
export function ActivityFilter({ userId, patientId, initial, isOwn, onView }: ActivityFilterProps): ReactNode {
  const { t, language } = useWords();
  const isOffline = useConnection() === 'offline';
  const [isFailed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isFileAsked, setFileAsked] = useState(false);
  const form = useForm<ActivityForm>({
    initial,
    rules: activityRules,
    errorsFrom: 'submit',
    onSubmit: async (typed) => {
      const asked = activityQueryOf(typed, patientId);
      if (asked !== null) onView(asked);
      return null;
    },
  });
  const asked = activityQueryOf(form.values, patientId);
  const endProblem = firstProblem(activityRules.endDate, form.values.endDate, form.values);
  const save = async () => {
    if (asked === null) return;
    setFileAsked(true);
    if (endProblem !== null) return;
    setFailed(false);
    setBusy(true);
    try {
      await saveFile(getActivityReport, { userId }, { ...asked, language });
    } catch (error) {
      setFailed(failureOf(error)?.kind !== 'sessionEnded');
    } finally {
      setBusy(false);
    }
  };
  const day = (name: 'startDate' | 'endDate') => ({
    label: t(`records.${name}`),
    required: true,
    today: facilityToday(),
    value: calendarDate(form.values[name]),
    error: form.error(name),
    onChange: (date: string | null, typed: string) => form.set(name, date ?? typed),
  });
  return (
    <Card className={filterBox}>
      <Form {...form.props}>
        <div className={pair}>
          <DatePicker id="activity-start" {...day('startDate')} />
          <DatePicker
            id="activity-end"
            {...day('endDate')}
            error={isFileAsked && endProblem !== null ? t(endProblem.text, endProblem.values) : form.error('endDate')}
          />
        </div>
        {isOffered(listActivity) ? (
          <div className={pair}>
            {isOwn ? (
              <SelectField
                label={t('personalData.who')}
                value={form.values.who}
                onChange={(next) => form.set('who', peopleOf(next))}
                options={['' as const, ...activityPeople].map((who) => ({
                  value: who,
                  label: t(`personalData.who_${who === '' ? 'all' : who}`),
                }))}
              />
            ) : null}
            <SelectField
              label={t('personalData.what')}
              value={form.values.what}
              onChange={(next) => form.set('what', groupOf(next))}
              options={['' as const, ...activityGroups].map((what) => ({
                value: what,
                label: t(`personalData.what_${what === '' ? 'all' : what}`),
              }))}
            />
          </div>
        ) : null}
        <ButtonRow>
          {isOffered(listActivity) ? <Button type="submit">{t('personalData.view')}</Button> : null}
          <Button
            variant="secondary"
            icon={FileDown}
            busy={busy}
            disabled={asked === null}
            disabledReason={isOffline ? t('personalData.offline') : null}
            onClick={() => void save()}
          >
            {t('personalData.saveCsv')}
          </Button>
        </ButtonRow>
      </Form>
      <div role="status" className={outcome}>
        {isFailed ? (
          <Banner kind="error" onClose={() => setFailed(false)}>
            {t('records.fileNotMade')}
          </Banner>
        ) : null}
      </div>
    </Card>
  );
}
