import * as v from 'valibot';
import type { Subject } from '../subject/subject.ts';
import type { XmlValue } from '../subject/xmlElement.ts';
import { alertOf, alertXml, readAlerts } from './exportedAlerts.ts';
import type { ResponseItem } from './fhir/export.ts';
import { signaturesXml } from './fhir/responseSignature.ts';
import { readResponses } from './responses.ts';

/** Questionnaires in the export: the answers, and the alerts that they raised. */
export const questionnaireSubject: Subject = {
  exported: {
    order: 80,
    element: 'Questionnaires',
    async read({ db, patientId }) {
      const answers = (await readResponses(db, '1900-01-01', null, null, patientId)).map(({ response }) => response);
      const alerts = await readAlerts(db, patientId);
      return {
        xml: {
          Questionnaire: answers.map(({ authored, questionnaire, item, extension }) => ({
            Completed: authored,
            Address: questionnaire,
            Question: (item ?? []).map(questionOf),
            Signature: signaturesXml(extension),
          })),
          Alert: alerts.map(alertXml),
        },
        fhir: [...answers, ...alerts.map(alertOf)],
      };
    },
  },
};

const Coded = v.object({ display: v.optional(v.string()), code: v.optional(v.string()) });
const Quantity = v.object({ value: v.number(), unit: v.optional(v.string()) });
const File = v.object({ contentType: v.string(), title: v.string(), data: v.optional(v.string()) });
const Items = v.fallback(
  v.array(v.custom<ResponseItem>((one) => typeof one === 'object' && one !== null && 'linkId' in one)),
  [],
);

/** A question and its answers. A coded answer is given by its words, or by its code if the source has no words. */
export function questionOf({ text, linkId, extension, answer, item }: ResponseItem): XmlValue {
  const inner = [...(item ?? []), ...(answer ?? []).flatMap((one) => v.parse(Items, one['item'] ?? []))];
  return {
    Text: text ?? linkId,
    Answer: (answer ?? []).map(answerText),
    Question: inner.map(questionOf),
    Signature: signaturesXml(extension),
  };
}

function answerText(answer: Readonly<Record<string, unknown>>): XmlValue {
  const value = Object.entries(answer).find(([name]) => name.startsWith('value'))?.[1];
  if (v.is(Quantity, value)) return [value.value, value.unit ?? ''].join(' ').trim();
  if (v.is(File, value)) return { Title: value.title, ContentType: value.contentType, Base64: value.data };
  if (v.is(Coded, value)) return value.display ?? value.code ?? null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
