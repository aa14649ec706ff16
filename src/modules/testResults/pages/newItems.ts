import { LabResult, recordDateText } from '@portal/api';
import * as v from 'valibot';
import type { NewsRules } from '../../../layout/module.ts';
import { nameOf } from '../resultName.ts';

/** The results that the patient has not seen. One that waits for a visit is among them, with its name only. */
export const newItems: NewsRules['newItems'] = (answer, { t, locale, timeZone }) =>
  v
    .parse(v.array(LabResult), answer)
    .filter(({ isReviewedByPatient }) => !isReviewedByPatient)
    .map((result) => ({
      key: `result ${result.labResultId}`,
      title: nameOf(result),
      kind: t('testResults.newItem'),
      line: [
        result.requestingPhysician,
        result.startDate === null ? null : recordDateText(locale, result.startDate, timeZone, 'near'),
      ]
        .filter(Boolean)
        .join(' · '),
      when: result.receivedOn ?? result.startDate ?? '',
      search: { id: String(result.labResultId) },
    }));
