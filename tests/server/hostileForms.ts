import { type Answer, CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { draftOf, saved } from './fhirForms.ts';

const calculated = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression';
const enableWhen = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression';
const fhirPath = (expression: string) => ({ language: 'text/fhirpath', expression });
/** A Questionnaire with these items. */
export const asking = (...item: object[]) => ({ resourceType: 'Questionnaire', title: 'Any', status: 'active', item });
/** A repeating group with a dose and a name, and further items in each row. */
export const rows = (...more: object[]) => ({
  linkId: 'rows',
  type: 'group',
  repeats: true,
  text: 'Rows',
  item: [{ linkId: 'dose', type: 'integer', text: 'Dose' }, { linkId: 'name', type: 'string', text: 'Name' }, ...more],
});
/** An item that is computed by an expression. */
export const worked = (expression: string, type = 'integer', linkId = 'worked') => ({
  linkId,
  type,
  text: 'Worked out',
  readOnly: true,
  extension: [{ url: calculated, valueExpression: fhirPath(expression) }],
});

const total = 'aggregate($total.combine($total), 1).count()';
/** Questionnaires whose expressions take as much computation as possible, over many rows. */
export const hostileForms: Readonly<Record<string, object>> = {
  'a total that doubles': asking(rows(), worked(`%resource.descendants().${total}`)),
  'descendants of descendants of descendants': asking(
    rows(),
    worked('%resource.descendants().descendants().descendants().count()'),
  ),
  'descendants for each of the descendants': asking(
    rows(),
    worked('%resource.descendants().select(%resource.descendants().select(%resource.descendants())).count()'),
  ),
  'a text that doubles': asking(rows(), worked("%resource.descendants().aggregate($total & $total, 'x')", 'string')),
  'a text that is replaced by itself': asking(
    rows(),
    worked(`'xxxxxxxxxx'${".select($this.replace('x', $this))".repeat(6)}`, 'string'),
  ),
  'a pattern in each row': asking(
    rows(
      worked(
        "%resource.descendants().where(answer.value.toString().matches('(.*)*(.*)*(.*)*b')).count()",
        'integer',
        'inRow',
      ),
    ),
  ),
  'everything looked through for each row': asking(
    rows({
      linkId: 'more',
      type: 'string',
      text: 'More',
      extension: [
        {
          url: enableWhen,
          valueExpression: fhirPath('%resource.descendants().distinct().count() > %resource.repeat(item).count()'),
        },
      ],
    }),
  ),
  'variables of variables': {
    ...asking(rows(), worked(`%v.${total}`)),
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/variable',
        valueExpression: { name: 'v', ...fhirPath('%resource.descendants().select(%resource.descendants())') },
      },
    ],
  },
};

/** The form of a file, with an answer sheet of `count` rows. */
export function filled(file: object, count: number) {
  const { content, ids } = saved(draftOf(file));
  const form = { items: content.items, formLogic: content.formLogic, today: v.parse(CalendarDate, '2026-11-26') };
  const itemOf = (key: string) => content.items.find((one) => one.questionnaireItemId === ids.item(key));
  const [group, dose, name] = ['rows', 'dose', 'name'].map((key) => itemOf(key)?.questionnaireItemId);
  const answers: Answer[] =
    group === undefined || dose === undefined || name === undefined
      ? []
      : [
          { questionnaireItemId: group, rows: Array.from({ length: count }, (_, at) => at + 1) },
          ...Array.from({ length: count }, (_, at): Answer[] => [
            { questionnaireItemId: dose, rowPath: [at + 1], numberAnswer: at },
            { questionnaireItemId: name, rowPath: [at + 1], textAnswer: `Medicine ${String(at)}` },
          ]).flat(),
        ];
  return { form, answers };
}
