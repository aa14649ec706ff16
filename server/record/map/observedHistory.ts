import type { TreatmentGroup } from '@portal/api';
import type { Moment } from '../fhir/dates.ts';
import { type Context, providerAt } from '../fhir/directory.ts';
import { codesOf, commentOf, nameOf } from '../fhir/elements.ts';
import type { Facts, Fields, ItemRow, ValueRow } from './mapped.ts';
import { momentAt, type Observation } from './observed.ts';

const inWords = ({ comparator, value, unit }: ValueRow): string | null =>
  value === null ? null : [comparator, value, unit].filter((part) => part !== null).join(' ');

/** Facts of groups with a single item, by LOINC code. The newest of each counts. */
const latestFacts: Readonly<Record<string, readonly [TreatmentGroup, string]>> = {
  '72166-2': ['SocialHistory', 'smokingStatus'],
  '76691-5': ['SocialHistory', 'smokingStatus'],
  '88029-4': ['SocialHistory', 'smokingYears'],
  '11367-0': ['SocialHistory', 'smokingStatus'],
  '8663-7': ['SocialHistory', 'smokingPacksPerDay'],
  '11331-6': ['SocialHistory', 'alcoholStatus'],
  '81032-5': ['SocialHistory', 'alcoholDaysPerWeek'],
  '74013-4': ['SocialHistory', 'alcoholDrinksPerDay'],
  '11287-0': ['SocialHistory', 'alcoholDrinksPerDay'],
  '8678-5': ['GynecologicHistory', 'menopauseStatus'],
  '8665-2': ['GynecologicHistory', 'lastMenstrualPeriod'],
};
/** Facts that are numbers, with the units that their names imply. A number in another unit is shown with the unit. */
const countedFacts: Readonly<Record<string, RegExp>> = {
  smokingYears: /^(a|y|yrs?|years?)$/i,
  smokingPacksPerDay: /^\{?[a-z]*\}?(\/d(ay)?)?$/i,
  alcoholDaysPerWeek: /^(\{?[a-z]*\}?\/wk|d(ays?)?\/w(k|eek)|\/week)$/i,
  alcoholDrinksPerDay: /^\{?[a-z]*\}?(\/d(ay)?)?$/i,
  smokingYearsQuit: /^(a|y|yrs?|years?)$/i,
  alcoholYearsQuit: /^(a|y|yrs?|years?)$/i,
};
/** How long ago somebody stopped smoking or drinking, in an observation or a component of one: by SNOMED CT code, or by name. */
const stopped: readonly (readonly [field: string, codes: readonly string[], name: RegExp])[] = [
  ['smokingYearsQuit', ['228486009'], /^time since (stopp|quit)\w* (smoking|tobacco)/i],
  ['alcoholYearsQuit', [], /^time since (stopp|quit)\w* (drinking|alcohol)/i],
];
/** Those of these values that are numbers. */
const stoppedIn = (values: readonly ValueRow[]): Fields =>
  Object.fromEntries(
    values.flatMap((one) => {
      const found = stopped.find(
        ([, codes, name]) => name.test(one.name) || one.codings.some(({ code }) => codes.includes(code)),
      );
      if (found === undefined || one.kind !== 'quantity') return [];
      return [[found[0], isCount(found[0], one) ? one.value : inWords(one)]];
    }),
  );

const isCount = (field: string, { kind, comparator, unit }: ValueRow): boolean =>
  kind === 'quantity' && comparator === null && (unit === null || countedFacts[field]?.test(unit) === true);

/** Facts about a diagnosis, by LOINC code and by the end of the mCODE profile's name. */
const diagnosisFacts: readonly (readonly [field: string, codes: readonly string[], profile: RegExp])[] = [
  ['tStage', ['21905-5', '21899-0'], /primary-tumor-category$/],
  ['nStage', ['21906-3', '21900-6'], /regional-nodes-category$/],
  ['mStage', ['21907-1', '21901-4'], /distant-metastases-category$/],
  ['stage', ['21908-9', '21902-2', '21914-7'], /(stage-group|cancer-stage)$/],
  ['histologyDescription', ['59847-4'], /histologic-behavior-and-type$/],
  ['grade', ['33732-9'], /histologic-grade$/],
];

const tumorMarkers: ReadonlySet<string> = new Set(
  '2857-1 2039-6 10334-1 6875-9 24108-3 1834-1 83083-6 85319-2 85337-4 85339-0 16112-5 16113-3 48676-1'.split(' '),
);
const genetics: ReadonlySet<string> = new Set(['69548-6', '48018-6', '81247-9', '51969-4', '81695-9', '55233-1']);
const findings: ReadonlySet<string> = new Set(['89247-1', '89243-0', '33728-7', '21889-1', '97509-4']);

const item = (groupKey: TreatmentGroup, fields: Fields, moment: Moment | null): ItemRow => ({
  groupKey,
  kind: 'own',
  fields,
  nullMessage: null,
  itemAt: moment?.at ?? null,
});

/** The items of an observation for the treatment summary, in addition to the observation. */
export function summaryOfObservation(
  one: Observation,
  own: ValueRow,
  parts: readonly ValueRow[],
  context: Context,
): ItemRow[] {
  const codes = codesOf([one.code]);
  const profiles = (one.meta?.profile ?? []).map((profile) => (profile ?? '').replace(/\|.*$/, ''));
  const has = (profile: RegExp) => profiles.some((each) => profile.test(each));
  const moment = momentAt(one);
  const value = inWords(own);
  const code = codes.find((each) => latestFacts[each] !== undefined);
  const latest = code === undefined ? undefined : latestFacts[code];
  const quit = stoppedIn([own, ...parts]);
  if (latest === undefined && Object.keys(quit).length > 0)
    return [{ ...item('SocialHistory', { ...quit, comment: commentOf(one.note) }, moment), kind: 'latest' }];
  if (latest) {
    const [group, field] = latest;
    if (own.value === null) return [];
    // The digits as written: 0.50 is not 0.5.
    const told = isCount(field, own) ? own.value : value;
    const named = field === 'lastMenstrualPeriod' && own.kind !== 'time' ? 'lastMenstrualPeriodText' : field;
    const facts = { [named]: told, ...(group === 'SocialHistory' ? quit : {}), comment: commentOf(one.note) };
    return [{ ...item(group, facts, moment), kind: 'latest' }];
  }
  const provider = providerAt(context, one.performer ?? []);
  const comment = commentOf(one.note);
  const date = moment?.text ?? null;
  const fact = diagnosisFacts.find(([, known, profile]) => codes.some((each) => known.includes(each)) || has(profile));
  if (fact && value !== null && (one.focus ?? []).length > 0)
    return [{ ...item('Diagnosis', { [fact[0]]: value }, moment), kind: 'adds' }];
  // Nothing says to which diagnosis it belongs, so it gets an item of its own.
  const isFinding =
    fact !== undefined || codes.some((each) => findings.has(each)) || has(/(performance-status|tumor-size)$/);
  if (isFinding && value !== null)
    return [
      item(
        'InitialClinicalFinding',
        {
          clinicalFindingType: own.name,
          clinicalFindingDate: date,
          diseaseSite: nameOf(one.bodySite),
          clinicalFindings: value,
          ...provider,
          comment,
        },
        moment,
      ),
    ];
  if ((codes.some((each) => tumorMarkers.has(each)) || has(/tumor-marker-test$/)) && value !== null)
    return [
      item(
        'TumorMarker',
        { testType: own.name, tumorMarkerDate: date, testResult: value, ...provider, comment },
        moment,
      ),
    ];
  if (
    codes.some((each) => genetics.has(each)) ||
    codesOf(one.category).includes('GE') ||
    has(/genomic-(variant|region-studied)$/)
  ) {
    const detail = parts.flatMap((part) => {
      const words = inWords(part);
      return words === null ? [] : [`${part.name}: ${words}`];
    });
    if (value === null && detail.length === 0) return [];
    return [
      item(
        'GeneticTest',
        {
          testOrdered: own.name,
          testDate: date,
          testSummary: value,
          testDetail: detail.length === 0 ? null : detail.join('\n'),
          ...provider,
          comment,
        },
        moment,
      ),
    ];
  }
  return [];
}

/** LOINC codes of the occupation history and the usual occupation. */
const occupations: ReadonlySet<string> = new Set(['11341-5', '21843-8']);

/** The registration details in an observation: the current or usual occupation. A past one is left out. */
export function detailsOfObservation(one: Observation, own: ValueRow): Facts | undefined {
  if (own.value === null || !codesOf([one.code]).some((code) => occupations.has(code))) return undefined;
  return one.effectivePeriod?.end ? undefined : { occupation: inWords(own) };
}
