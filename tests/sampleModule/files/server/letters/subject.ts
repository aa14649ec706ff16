import { patientReference } from '../subject/fhirParts.ts';
import type { Subject } from '../subject/subject.ts';
import { wholeLetters } from './letters.ts';

/** How the export and the activity log describe letters. */
export const letterSubject: Subject = {
  exported: {
    order: 75,
    element: 'Letters',
    async read({ db, patientId }) {
      const letters = await wholeLetters(db, patientId, null);
      return {
        xml: {
          Letter: letters.map(({ subject, writtenOn, content }) => ({
            Subject: subject,
            Written: writtenOn,
            Text: content,
          })),
        },
        fhir: letters.map(({ letterId, subject, writtenOn, content }) => ({
          resourceType: 'Communication',
          id: `letter-${String(letterId)}`,
          status: 'completed',
          subject: patientReference,
          topic: { text: subject },
          sent: writtenOn,
          payload: [{ contentString: content }],
        })),
      };
    },
  },
  opened: {
    kind: 'letter',
    ids: ['letterId'],
    read: async (db, patientId, ids) =>
      (await wholeLetters(db, patientId, ids)).map(({ letterId, subject, writtenOn }) => ({
        id: letterId,
        name: subject,
        date: writtenOn,
      })),
  },
};
