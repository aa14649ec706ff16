import { LabResultId } from '@portal/api';
import * as v from 'valibot';
import type { Subject } from '../subject/subject.ts';
import { type IndexedResult, readLabScope } from './labIndex.ts';
import { startOf } from './view.ts';

/** The names of a result's groups. */
export const nameOf = ({ groups }: IndexedResult): string =>
  [...new Set(groups.map(({ report }) => report.name))].join(', ');

/** Test results in the activity log. The export has them among the patient's facts. */
export const testResultSubject: Subject = {
  opened: {
    kind: 'result',
    ids: ['labResultId'],
    async read(db, patientId, ids) {
      const labResultIds = ids.map((id) => v.parse(LabResultId, id));
      return (await readLabScope(db, patientId, { labResultIds })).results.map((one) => ({
        id: one.labResultId,
        name: nameOf(one),
        date: startOf(one),
      }));
    },
  },
};
