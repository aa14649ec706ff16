import { type ExternalSystem, type OfficeVisit, recordDateText } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useConnection } from '../../data/connection.ts';
import { facilityToday } from '../../records/facilityToday.ts';
import { Button } from '../../ui/Button.tsx';
import { calendarDate } from '../../ui/calendar.ts';
import { ChoiceGroup } from '../../ui/Choices.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import type { Rule } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { joinFacts, useWords } from '../../words/index.ts';
import type { SummaryRequest } from './address.ts';
import { pair } from './HealthSummary.css.ts';
import {
  type OptionsAct,
  type OptionsProblems,
  type SummaryOptions,
  summaryRequestOf,
  optionsAfter,
} from './options.ts';

interface OptionsProps {
  readonly initial: SummaryOptions;
  /** Sorted by name. */
  readonly systems: readonly ExternalSystem[];
  readonly visits: readonly OfficeVisit[];
  readonly timeZone: string;
  readonly onAsked: (asked: SummaryRequest, options: SummaryOptions) => void;
  /** Called with what was typed; null when nothing is to be remembered. */
  readonly onClose: (left: SummaryOptions | null) => void;
}

const formName = 'ccdaOptionsForm';

/** View Your Health Summary: by a range of days, or by a past visit. */
export function Options({ initial, systems, visits, timeZone, onAsked, onClose }: OptionsProps): ReactNode {
  const { t, locale } = useWords();
  const formId = useId();
  const isOffline = useConnection() === 'offline';
  const rule =
    (name: keyof OptionsProblems): Rule<unknown, SummaryOptions> =>
    (_, options) => {
      const asked = summaryRequestOf(options, visits);
      return 'kind' in asked ? null : (asked[name] ?? null);
    };
  const form = useForm<SummaryOptions>({
    initial,
    rules: {
      startDate: [rule('startDate')],
      endDate: [rule('endDate')],
      system: [rule('system')],
      recentVisitIndex: [rule('recentVisitIndex')],
    },
    errorsFrom: 'submit',
    onSubmit: async (options) => {
      const asked = summaryRequestOf(options, visits);
      if ('kind' in asked) onAsked(asked, options);
      return null;
    },
  });
  const { values } = form;
  const act = (done: OptionsAct) => {
    const next = optionsAfter(values, done);
    // Errors of one choice are not shown for the other before it is tried.
    if (done.kind === 'choose') return form.reset(next);
    form.set('radioValue', next.radioValue);
    form.set('recentVisitIndex', next.recentVisitIndex);
    form.set('startDate', next.startDate);
    form.set('endDate', next.endDate);
    form.set('system', next.system);
  };
  const day = (name: 'startDate' | 'endDate') => (
    <DatePicker
      label={t(`records.${name}`)}
      today={facilityToday()}
      value={calendarDate(values[name])}
      error={form.error(name)}
      onChange={(date, typed) => act({ kind: 'setDate', name, typed: date ?? typed })}
    />
  );
  return (
    <Dialog
      fullScreen
      title={t('healthSummary.optionsTitle')}
      onClose={() => onClose(values)}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            busy={form.isBusy}
            disabledReason={isOffline ? t('healthSummary.offlineOptions') : null}
          >
            {t('healthSummary.update')}
          </Button>
          <Button variant="quiet" onClick={() => onClose(null)}>
            {t('core.cancel')}
          </Button>
        </>
      }
    >
      <Form {...form.props} id={formId} name={formName}>
        {systems.length > 1 ? (
          <SelectField
            label={t('healthSummary.system')}
            hint={values.system === null ? undefined : t('healthSummary.systemHint')}
            required
            value={values.system === null ? '' : String(values.system)}
            placeholder={values.system === null ? t('healthSummary.systemHint') : undefined}
            options={systems.map(({ ifSystemId, patientDisplayName }) => ({
              value: String(ifSystemId),
              label: patientDisplayName,
            }))}
            error={form.error('system')}
            onFocus={() => act({ kind: 'focusRange' })}
            onChange={(chosen) =>
              act({
                kind: 'setSystem',
                system: systems.find(({ ifSystemId }) => String(ifSystemId) === chosen)?.ifSystemId ?? null,
              })
            }
          />
        ) : null}
        <ChoiceGroup
          name="radioValue"
          legend={t('healthSummary.optionsCover')}
          options={[
            { value: 'daterange', label: t('healthSummary.byRange') },
            {
              value: 'visits',
              label: t('healthSummary.byVisit'),
              disabled: visits.length === 0,
              ...(visits.length === 0 ? { description: t('healthSummary.noVisits') } : {}),
            },
          ]}
          value={[values.radioValue]}
          onChange={([chosen]) => act({ kind: 'choose', radioValue: chosen === 'visits' ? 'visits' : 'daterange' })}
          renderAfter={(value) =>
            value === 'daterange' && values.radioValue === 'daterange' ? (
              <div className={pair}>
                {day('startDate')}
                {day('endDate')}
              </div>
            ) : null
          }
        />
        {values.radioValue === 'visits' ? (
          // Placed after the radio buttons and not between them, because their group would include these boxes.
          <ChoiceGroup
            name="recentVisitIndex"
            legend={t('healthSummary.pastVisits')}
            options={visits.map(({ encounterDate, visitType, provider }, index) => ({
              value: String(index),
              label: recordDateText(locale, encounterDate, timeZone, 'day'),
              description: joinFacts(locale, [visitType, provider]),
            }))}
            value={[String(values.recentVisitIndex)]}
            error={form.error('recentVisitIndex')}
            onChange={([chosen]) => act({ kind: 'pickVisit', index: Number(chosen ?? -1) })}
          />
        ) : null}
      </Form>
    </Dialog>
  );
}
