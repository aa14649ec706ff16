import { type Answer, CalendarDate, progressOf, submittedAnswers } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { submissionFaults } from '../submission.ts';
import { draftOf, saved } from './testing.ts';

const calculated = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression';
const enableWhen = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression';
const fhirPath = (expression: string) => ({ language: 'text/fhirpath', expression });
const asking = (...item: object[]) => ({ resourceType: 'Questionnaire', title: 'Any', status: 'active', item });
const rows = (...more: object[]) => ({
  linkId: 'rows',
  type: 'group',
  repeats: true,
  text: 'Rows',
  item: [{ linkId: 'dose', type: 'integer', text: 'Dose' }, { linkId: 'name', type: 'string', text: 'Name' }, ...more],
});
const worked = (expression: string, type = 'integer', linkId = 'worked') => ({
  linkId,
  type,
  text: 'Worked out',
  readOnly: true,
  extension: [{ url: calculated, valueExpression: fhirPath(expression) }],
});

/** The form of a file, with a sheet of so many rows. */
function filled(file: object, count: number) {
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
const total = 'aggregate($total.combine($total), 1).count()';
const hostile: Readonly<Record<string, object>> = {
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

/** One text is too long, or there is much and not too much to do: the sheet as a whole takes little work. */
const takeLittle = new Set([
  'descendants of descendants of descendants',
  'a text that doubles',
  'a text that is replaced by itself',
]);

/** Of this process alone: other work on the machine does not count. */
function millisecondsOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('the work of expressions', () => {
  it.each(Object.entries(hostile))(
    'has an end, and the form stays usable: %s',
    (name, file) => {
      const { form, answers } = filled(file, 100);
      const took = millisecondsOf(() => {
        const progress = progressOf(form, answers);
        expect(progress.total).toBeGreaterThanOrEqual(200);
        expect(progress.isOverBudget === true).toBe(!takeLittle.has(name));
      });
      expect(took).toBeLessThan(1_000);
      expect(submissionFaults(form, answers)).toEqual([]);
      expect(
        submittedAnswers(form, answers).filter(({ rowPath }) => rowPath !== undefined).length,
      ).toBeGreaterThanOrEqual(200);
    },
    20_000,
  );
  it('is done where a form of many rows asks for no more than it needs', () => {
    const { form, answers } = filled(
      asking(
        rows(worked("%context.item.where(linkId='dose').answer.value * 2", 'integer', 'inRow')),
        worked("%resource.descendants().where(linkId='dose').answer.value.sum()"),
      ),
      100,
    );
    expect(progressOf(form, answers).isOverBudget).toBeUndefined();
    expect(submittedAnswers(form, answers).at(-1)?.numberAnswer).toBe(4_950);
  });
});
