import { Answer, LocalDateTime } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { responseFaults } from '../../../tests/support/fhir/check.ts';
import type { ItemDraft, TemplateDraft } from '../draft.ts';
import type { SourceNode } from '../template.ts';
import { type ResponseItem, responseOf } from './export.ts';
import { withOffset } from './responseValues.ts';
import { saved } from '../../../tests/server/fhirForms.ts';

const node = (linkId: string, type: string, more: Partial<SourceNode> = {}): SourceNode => ({
  linkId,
  type,
  text: `Text of ${linkId}`,
  definition: null,
  code: [],
  itemKey: linkId,
  scoreKey: null,
  otherOf: null,
  options: {},
  unit: null,
  item: [],
  ...more,
});
const group = (key: string, parentKey?: string): ItemDraft => ({
  key,
  type: 'QuestionGroup',
  html: key,
  occurs: { least: 0, most: null },
  layout: 'list',
  ...(parentKey === undefined ? {} : { parentKey }),
});
const text = (key: string, parentKey?: string): ItemDraft => ({
  key,
  type: 'TextQuestion',
  html: key,
  isMultiline: false,
  maxLength: 100,
  ...(parentKey === undefined ? {} : { parentKey }),
});

type Entry = Readonly<Record<string, unknown>> & { readonly key: string };
/** The response's items for these answers, which name their items by key. */
function itemsOf(
  items: readonly ItemDraft[],
  nodes: SourceNode[] | null,
  entries: readonly Entry[],
  timeZone = 'America/New_York',
): { readonly items: readonly ResponseItem[]; readonly faults: readonly string[] } {
  const draft: TemplateDraft = {
    sourceKey: null,
    title: 'Kinds',
    items,
    source: nodes && { url: null, version: null, name: null, copyright: null, identifier: [], code: [], item: nodes },
  };
  const { content, ids, itemKeys, optionKeys } = saved(draft);
  const response = responseOf({
    assignedQuestionnaireId: 1,
    templateId: 1,
    revision: 1,
    content,
    answers: entries.map(({ key, ...entry }) => v.parse(Answer, { questionnaireItemId: ids.item(key), ...entry })),
    scores: [],
    completedAt: '2026-11-20T09:30:00.000Z',
    mrn: 'NL-1',
    facilityId: 1,
    facilityName: 'Northlight',
    timeZone,
    files: new Map([[7, Buffer.from('hello')]]),
    itemKeys,
    optionKeys,
  });
  return { items: response.item ?? [], faults: responseFaults(response) };
}

describe('rows of groups', () => {
  const items = [group('drug'), text('name', 'drug'), group('dose', 'drug'), text('amount', 'dose'), text('end')];
  const nodes = [
    node('drug', 'group', {
      item: [node('name', 'string'), node('dose', 'group', { item: [node('amount', 'string')] })],
    }),
    node('end', 'string'),
  ];
  const entries = [
    { key: 'drug', rows: [3, 1] },
    { key: 'name', rowPath: [3], textAnswer: 'first' },
    { key: 'dose', rowPath: [3], rows: [2, 5] },
    { key: 'amount', rowPath: [3, 2], textAnswer: 'a' },
    { key: 'amount', rowPath: [3, 5], textAnswer: 'b' },
    { key: 'name', rowPath: [1], textAnswer: 'second' },
    { key: 'end', textAnswer: 'z' },
  ];
  const said = (linkId: string, valueString: string) => ({
    linkId,
    text: linkId,
    answer: [{ valueString }],
  });
  const expected = [
    {
      linkId: 'drug',
      text: 'drug',
      item: [
        said('name', 'first'),
        { linkId: 'dose', text: 'dose', item: [said('amount', 'a')] },
        { linkId: 'dose', text: 'dose', item: [said('amount', 'b')] },
      ],
    },
    { linkId: 'drug', text: 'drug', item: [said('name', 'second')] },
    said('end', 'z'),
  ];

  it('are one item each, in their order, nested as their groups are', () => {
    const named = JSON.parse(JSON.stringify(nodes).replaceAll('Text of ', ''));
    expect(itemsOf(items, named, entries)).toEqual({ items: expected, faults: [] });
  });

  it("are the same in a questionnaire of the facility's own", () => {
    expect(itemsOf(items, null, entries)).toEqual({ items: expected, faults: [] });
  });
});

describe('every kind of answer', () => {
  const one = (item: ItemDraft, own: SourceNode | null, ...values: Readonly<Record<string, unknown>>[]) => {
    const { items, faults } = itemsOf(
      [item],
      own && [own],
      values.map((value) => ({ key: item.key, ...value })),
    );
    expect(faults).toEqual([]);
    return items[0]?.answer;
  };
  const kg = { unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' };
  const pounds = { unit: 'lb', system: 'http://unitsofmeasure.org', code: '[lb_av]' };
  const plain = (type: 'DateTimeQuestion' | 'TimeQuestion' | 'UrlQuestion' | 'DateQuestion'): ItemDraft => ({
    key: 'q',
    type,
    html: 'Q',
  });

  it('a moment has the offset of the facility', () => {
    expect(one(plain('DateTimeQuestion'), null, { dateTimeAnswer: '2026-07-04T09:05' })).toEqual([
      { valueDateTime: '2026-07-04T09:05:00-04:00' },
    ]);
    expect(one(plain('DateQuestion'), node('q', 'dateTime'), { dateAnswer: '2026-07-04' })).toEqual([
      { valueDateTime: '2026-07-04' },
    ]);
  });

  it('times, addresses and words, several where the question repeats', () => {
    expect(one(plain('TimeQuestion'), null, { timeAnswer: '09:05' }, { timeAnswer: '10:00:30' })).toEqual([
      { valueTime: '09:05:00' },
      { valueTime: '10:00:30' },
    ]);
    expect(one(plain('UrlQuestion'), null, { textAnswer: 'https://example.org/a' })).toEqual([
      { valueUri: 'https://example.org/a' },
    ]);
    expect(one(text('q'), node('q', 'reference'), { textAnswer: 'Dr. Ash' })).toEqual([
      { valueReference: { display: 'Dr. Ash' } },
    ]);
  });

  it('a quantity has the unit that was chosen', () => {
    const item: ItemDraft = {
      key: 'q',
      type: 'QuantityQuestion',
      html: 'Q',
      minValue: null,
      maxValue: null,
      decimals: 1,
      units: [
        { key: 'kg', label: 'kg' },
        { key: 'lb', label: 'lb' },
      ],
    };
    const source = node('q', 'quantity', {
      units: [
        { key: 'kg', ...kg },
        { key: 'lb', ...pounds },
      ],
    });
    expect(one(item, source, { numberAnswer: 150.5, unitKey: 'lb' })).toEqual([
      { valueQuantity: { value: 150.5, ...pounds } },
    ]);
    expect(one(item, null, { numberAnswer: 70, unitKey: 'kg' })).toEqual([
      { valueQuantity: { value: 70, unit: 'kg' } },
    ]);
  });

  it('a concept of a value set, words of one’s own beside it, and a file', () => {
    const lookup: ItemDraft = {
      key: 'q',
      type: 'LookupQuestion',
      html: 'Q',
      valueSetKey: 'any',
      isMultiple: true,
      isOpen: true,
    };
    const coding = { system: 'http://hl7.org/fhir/sid/icd-10', code: 'J45', display: 'Asthma' };
    expect(one(lookup, null, { coding }, { textAnswer: 'A cough' })).toEqual([
      { valueCoding: coding },
      { valueString: 'A cough' },
    ]);
    expect(
      one({ key: 'q', type: 'AttachmentQuestion', html: 'Q', contentTypes: ['image/png'], maxSize: 1000 }, null, {
        attachment: { attachmentId: 7, fileName: 'rash.png', contentType: 'image/png', size: 5 },
      }),
    ).toEqual([
      {
        valueAttachment: {
          contentType: 'image/png',
          data: 'aGVsbG8=',
          size: 5,
          title: 'rash.png',
        },
      },
    ]);
  });
});

describe('the offset of a moment', () => {
  const moment = fc
    .date({ min: new Date('1975-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
    .map((date) => v.parse(LocalDateTime, date.toISOString().slice(0, 16)));
  it('makes an instant at which the clocks of the zone say it, unless they skip it', () => {
    fc.assert(
      fc.property(
        moment,
        fc.constantFrom(
          'America/New_York',
          'Europe/Paris',
          'Asia/Kolkata',
          'Australia/Lord_Howe',
          'Pacific/Apia',
          'UTC',
        ),
        (local, zone) => {
          const instant = Date.parse(withOffset(local, zone));
          const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
          const clock = shown.format(instant).replace(' ', 'T');
          const halfHours = Array.from({ length: 57 }, (_, at) => (at - 28) * 1_800_000);
          const isSkipped = halfHours.every(
            (ahead) => shown.format(Date.parse(`${local}Z`) - ahead) !== local.replace('T', ' '),
          );
          if (clock !== local) expect(isSkipped).toBe(true);
        },
      ),
    );
  });
});
