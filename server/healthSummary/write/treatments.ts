import { concept, cvx, fixed, rxNorm, snomed } from './codes.ts';
import { unitCode } from '../../record/fhir/units.ts';
import { interval, template, timestamp, when } from './datatypes.ts';
import {
  authored,
  completed,
  factsOf,
  inWords,
  nameConcept,
  negationInd,
  observed,
  ownId,
  partId,
  performers,
  person,
  places,
  recordedAt,
  relation,
  remarks,
  rowText,
  targetSites,
  textAt,
  statusOrUnknown,
} from './entryParts.ts';
import type { NarratedEntry } from './narrative.ts';
import { bare, el, type Written } from './xml.ts';

/** An amount that is a number with a unit: `2.5 mg`. Anything else is words. */
export const amount = /^(\d+(?:\.\d+)?)(?: ([A-Za-z%[\]{}][A-Za-z%[\]{}./*\d]*))?$/;
/** The only fact of its kind; of several, such as the doses of the day, none is the one. */
const soleFact = (row: NarratedEntry, name: 'dose' | 'frequency' | 'route') => {
  const [fact, ...others] = factsOf(row, name);
  return others.length > 0 ? undefined : fact;
};
const isAmount = (row: NarratedEntry): boolean => amount.test(soleFact(row, 'dose')?.value ?? '');
const amountInWords = (row: NarratedEntry): readonly ['dose'] | readonly [] => (isAmount(row) ? ['dose'] : []);

function dose(row: NarratedEntry): Written {
  const [, value, unit] = amount.exec(soleFact(row, 'dose')?.value ?? '') ?? [];
  if (factsOf(row, 'dose').length === 0) return el('doseQuantity', { nullFlavor: 'UNK' });
  if (value === undefined) return el('doseQuantity', { nullFlavor: 'OTH' });
  return el('doseQuantity', { value, unit: unit === undefined ? null : unitCode(unit) });
}

/** How often, where it is a plain period: `12 h`. In words it is part of the instructions. */
function frequency(row: NarratedEntry): Written | null {
  const [, value, unit] = /^(\d+(?:\.\d+)?) (min|h|d|wk|mo)$/.exec(soleFact(row, 'frequency')?.value ?? '') ?? [];
  return value === undefined
    ? null
    : el('effectiveTime', { 'xsi:type': 'PIVL_TS', operator: 'A' }, el('period', { value, unit }));
}
const order = (row: NarratedEntry): Written[] =>
  factsOf(row, 'prescriber').map(({ value }, index) =>
    relation(
      'REFR',
      el(
        'supply',
        { classCode: 'SPLY', moodCode: 'INT' },
        template('22.4.17', '2014-06-09'),
        partId(row, 'order', index),
        completed,
        authored(null, person(value)),
      ),
    ),
  );

const reason = (row: NarratedEntry): Written[] =>
  factsOf(row, 'reason').map((fact, index) =>
    relation(
      'RSON',
      observed(
        template('22.4.19', '2014-06-09'),
        partId(row, 'reason', index),
        fixed(
          'code',
          '55607006',
          snomed,
          'Problem',
          {},
          fixed('translation', '75326-9', '2.16.840.1.113883.6.1', 'Problem'),
        ),
        textAt(fact.at),
        completed,
        inWords('value', fact, { 'xsi:type': 'CD' }),
      ),
    ),
  );

/** How it is to be taken, in the words of whoever wrote it. */
const signature = (row: NarratedEntry): Written[] =>
  [...factsOf(row, 'instructions'), ...(frequency(row) === null ? factsOf(row, 'frequency') : [])].map((fact) =>
    relation(
      'COMP',
      el(
        'substanceAdministration',
        { classCode: 'SBADM', moodCode: 'EVN' },
        template('22.4.147'),
        fixed('code', '76662-6', '2.16.840.1.113883.6.1', 'Instructions Medication'),
        textAt(fact.at),
        bare('consumable', bare('manufacturedProduct', el('manufacturedLabeledDrug', { nullFlavor: 'NA' }))),
      ),
    ),
  );

const product = (row: NarratedEntry, templateId: readonly Written[], of: readonly string[]): Written => {
  const maker = factsOf(row, 'manufacturer')[0];
  const lot = factsOf(row, 'lot')[0];
  return bare(
    'consumable',
    el(
      'manufacturedProduct',
      { classCode: 'MANU' },
      templateId,
      bare(
        'manufacturedMaterial',
        nameConcept('code', row, of),
        lot === undefined ? null : bare('lotNumberText', lot.value),
      ),
      maker === undefined ? null : bare('manufacturerOrganization', bare('name', maker.value)),
    ),
  );
};

export function medication(row: NarratedEntry): Written {
  const { entry } = row;
  const route = soleFact(row, 'route');
  return el(
    'substanceAdministration',
    { classCode: 'SBADM', moodCode: entry.status === 'planned' ? 'INT' : 'EVN', ...negationInd(row) },
    template('22.4.16', '2014-06-09'),
    ownId(row),
    rowText(row),
    statusOrUnknown(entry.status),
    el(
      'effectiveTime',
      { 'xsi:type': 'IVL_TS' },
      interval(entry.start, entry.end, entry.status === 'completed').children,
    ),
    frequency(row),
    route === undefined ? null : inWords('routeCode', route),
    factsOf(row, 'bodySite').map((fact) => inWords('approachSiteCode', fact)),
    dose(row),
    product(row, template('22.4.23', '2014-06-09'), [rxNorm]),
    recordedAt(row),
    row.entry.status === 'declined' ? refusal(row, null) : reason(row),
    order(row),
    signature(row),
    remarks(
      row,
      ...(route === undefined ? [] : (['route'] as const)),
      ...(['bodySite', 'prescriber', 'reason', 'instructions', 'frequency'] as const),
      ...amountInWords(row),
    ),
  );
}

export function immunization(row: NarratedEntry): Written {
  const { entry } = row;
  const route = factsOf(row, 'route')[0];
  const isNotGiven = entry.negation !== null || entry.status === 'notDone' || entry.status === 'declined';
  const number = factsOf(row, 'doseNumber')[0]?.value ?? '';
  const hasNumber = /^\d+$/.test(number);
  return el(
    'substanceAdministration',
    { classCode: 'SBADM', moodCode: 'EVN', negationInd: isNotGiven ? 'true' : 'false' },
    template('22.4.52', '2015-08-01'),
    ownId(row),
    rowText(row),
    completed,
    entry.start === null
      ? el('effectiveTime', { nullFlavor: 'UNK' })
      : el('effectiveTime', { value: timestamp(entry.start) }),
    hasNumber ? el('repeatNumber', { value: number }) : null,
    route === undefined ? null : inWords('routeCode', route),
    factsOf(row, 'bodySite').map((fact) => inWords('approachSiteCode', fact)),
    dose(row),
    product(row, template('22.4.54', '2014-06-09'), [cvx]),
    performers(row),
    recordedAt(row),
    isNotGiven ? refusal(row, template('22.4.53')) : reason(row),
    remarks(
      row,
      ...(['route', 'bodySite', 'performer', 'reason', 'lot', 'manufacturer'] as const),
      ...amountInWords(row),
      ...(hasNumber ? (['doseNumber'] as const) : []),
    ),
  );
}

function refusal(row: NarratedEntry, templateId: readonly Written[] | null): Written[] {
  const facts = factsOf(row, 'reason');
  if (facts.length === 0 && row.entry.status !== 'declined') return [];
  return (facts.length === 0 ? [null] : facts).map((fact, index) =>
    relation(
      'RSON',
      observed(
        templateId,
        partId(row, 'refusal', index),
        row.entry.status === 'declined'
          ? fixed('code', 'PATOBJ', '2.16.840.1.113883.5.8', 'patient objection', {}, fact?.words)
          : concept('code', { codes: [], words: fact?.words ?? null }),
        completed,
      ),
    ),
  );
}

const procedureCodes = [snomed, '2.16.840.1.113883.6.12', '2.16.840.1.113883.6.4', '2.16.840.1.113883.6.1'];
export const procedure = (row: NarratedEntry): Written =>
  el(
    'procedure',
    { classCode: 'PROC', moodCode: 'EVN', ...negationInd(row) },
    template('22.4.14', '2014-06-09'),
    ownId(row),
    nameConcept('code', row, procedureCodes),
    rowText(row),
    statusOrUnknown(row.entry.status),
    when(row.entry.start, row.entry.end),
    factsOf(row, 'method').map((fact) => inWords('methodCode', fact)),
    targetSites(row),
    performers(row),
    recordedAt(row),
    places(row),
    row.entry.status === 'declined' ? refusal(row, null) : reason(row),
    remarks(row, 'method', 'bodySite', 'side', 'performer', 'place', 'reason'),
  );
