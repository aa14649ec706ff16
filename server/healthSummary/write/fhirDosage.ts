import type { HealthEntry } from '@portal/api';
import { decimal, filled, type Json, some } from '../../subject/fhirParts.ts';
import { type Context, factValues, terminology, withTimesInWords } from './fhirWords.ts';
import { amountPattern } from './treatments.ts';

type Parts = Readonly<Record<string, Json>>;

const ucum = 'http://unitsofmeasure.org';
/** FHIR's units of time, by the letters with which UCUM's codes and English words for them begin. */
const timeUnits: Readonly<Record<string, string>> = { mi: 'min', h: 'h', d: 'd', w: 'wk', mo: 'mo', a: 'a', y: 'a' };
const unitOf = (written: string | undefined): string | undefined =>
  timeUnits[/^(?:mi|mo|[hdway])/.exec(written ?? '')?.[0] ?? ''];
/** Codes of HL7's GTSAbbreviation, each of which says all of how often. */
const timingCodes: ReadonlySet<string> = new Set('QD BID TID QID QOD AM PM BED WK MO'.split(' '));
/** Codes of HL7's TimingEvent and FHIR's EventTiming. With meals there is no time before or after. */
const eventCodes: ReadonlySet<string> = new Set(
  'MORN MORN.early MORN.late NOON AFT AFT.early AFT.late EVE EVE.early EVE.late NIGHT PHS HS WAKE C CM CD CV AC ACM ACD ACV PC PCM PCD PCV'.split(
    ' ',
  ),
);
const weekdays: ReadonlySet<string> = new Set('mon tue wed thu fri sat sun'.split(' '));

const number = String.raw`\d+(?:\.\d+)?`;
const countPattern = new RegExp(`^(\\d+)(?:–(\\d+))? / (${number})(?:–(${number}))? (min|h|d|wk|mo|a)$`);
const periodPattern = new RegExp(`^(${number}) (min|h|d|wk|mo|a)(?: – (${number}) \\2)?$`);
const limitPattern = new RegExp(`^× (${number}) ([a-z]+)$`);
const mostPattern = new RegExp(`^≤ (${number}) (\\S+) / (${number}) ([a-z]+)$`);
const spanPattern = new RegExp(`^(${number}) (\\S+) – (${number}) \\2$`);

interface Read {
  readonly repeat?: Parts;
  readonly list?: readonly [name: 'when' | 'dayOfWeek' | 'timeOfDay', value: string];
  readonly code?: string;
  readonly dosage?: Parts;
}
const whole = (digits: string | undefined): number | undefined => (digits === undefined ? undefined : Number(digits));
const exact = (digits: string | undefined): Json => (digits === undefined ? undefined : decimal(digits));

/** What one part of a timing says in FHIR's elements; null where that is not known for certain. */
function readPart(part: string): Read | null {
  const [, times, most, length, longest, unit] = countPattern.exec(part) ?? [];
  if (times !== undefined)
    return {
      repeat: {
        frequency: whole(times),
        frequencyMax: whole(most),
        period: exact(length),
        periodMax: exact(longest),
        periodUnit: unit,
      },
    };
  const [, every, everyUnit, upTo] = periodPattern.exec(part) ?? [];
  if (every !== undefined)
    return { repeat: { frequency: 1, period: exact(every), periodMax: exact(upTo), periodUnit: everyUnit } };
  if (part === 'PRN') return { dosage: { asNeededBoolean: true } };
  if (timingCodes.has(part)) return { code: part };
  const [, event = '', offset] = /^(\S+?)(?: \((\d+) min\))?$/.exec(part) ?? [];
  if (eventCodes.has(event) && (offset === undefined || !/^C[MDV]?$/.test(event)))
    return { list: ['when', event], ...(offset === undefined ? {} : { repeat: { offset: whole(offset) } }) };
  if (weekdays.has(part)) return { list: ['dayOfWeek', part] };
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(part)) return { list: ['timeOfDay', `${part}:00`] };
  const [, time, timeUnit] = limitPattern.exec(part) ?? [];
  const code = unitOf(timeUnit);
  if (time !== undefined)
    return code === undefined
      ? null
      : { repeat: { boundsDuration: { value: exact(time), unit: timeUnit, system: ucum, code } } };
  const [, amount, amountUnit, per, perUnit] = mostPattern.exec(part) ?? [];
  const perCode = unitOf(perUnit);
  if (amount !== undefined && perCode !== undefined)
    return {
      dosage: {
        maxDosePerPeriod: {
          numerator: { value: exact(amount), unit: amountUnit },
          denominator: { value: exact(per), unit: perUnit, system: ucum, code: perCode },
        },
      },
    };
  const [, from, to] = /^(\d{4}-\d\d-\d\d)? ?– ?(\d{4}-\d\d-\d\d)?$/.exec(part) ?? [];
  return from === undefined && to === undefined ? null : { repeat: { boundsPeriod: { start: from, end: to } } };
}

/** How often, as FHIR has it: all of it, or nothing where a part is words or two parts could contradict each other. */
function timingOf(parts: readonly string[]): Parts | null {
  const read = parts.map(readPart);
  const repeat: Record<string, Json> = {};
  const lists = new Map<string, string[]>();
  const dosage: Record<string, Json> = {};
  const codes: string[] = [];
  const into = (target: Record<string, Json>, more: Parts = {}): boolean =>
    Object.entries(more).every(([name, value]) => {
      if (value === undefined) return true;
      const isFree = !(name in target);
      const isSame = name === 'offset' && target[name] === value;
      target[name] = value;
      return isFree || isSame;
    });
  for (const one of read) {
    if (one === null || !into(repeat, one.repeat) || !into(dosage, one.dosage)) return null;
    if (one.code !== undefined) codes.push(one.code);
    if (one.list !== undefined) lists.set(one.list[0], [...(lists.get(one.list[0]) ?? []), one.list[1]]);
  }
  // FHIR has one offset for all events, and no event beside hours.
  const events = read.filter((one) => one?.list?.[0] === 'when');
  const isOffset = 'offset' in repeat && events.some((one) => one?.repeat === undefined);
  const isHourly = events.length > 0 && (repeat['periodUnit'] === 'h' || repeat['periodUnit'] === 'min');
  const isBounded = 'boundsDuration' in repeat && 'boundsPeriod' in repeat;
  const saysMore = lists.size > 0 || 'frequency' in repeat;
  if (
    isBounded ||
    isOffset ||
    isHourly ||
    codes.length > 1 ||
    (codes.length === 1 && saysMore) ||
    (lists.has('when') && lists.has('timeOfDay'))
  )
    return null;
  const all = { ...repeat, ...Object.fromEntries(lists) };
  const [code] = codes;
  const timing = {
    repeat: Object.keys(all).length === 0 ? undefined : all,
    code: code === undefined ? undefined : { coding: [{ system: `${terminology}v3-GTSAbbreviation`, code }] },
  };
  return { ...(timing.repeat === undefined && code === undefined ? {} : { timing }), ...dosage };
}

/** Whether an amount of this unit is a dose, or so much in a time; null where it is neither, as a concentration. */
const kindOf = (unit = ''): 'dose' | 'rate' | null =>
  /\/(?:s|min|hr?|hour|d|day|wk|mo|a)$/.test(unit) ? 'rate' : unit.includes('/') ? null : 'dose';
/** An amount, or two that it lies between, as FHIR has it; null where it is words. */
function amountOf(dose: string): Parts | null {
  const [, value, unit] = amountPattern.exec(dose) ?? [];
  const [, low, of, high] = spanPattern.exec(dose) ?? [];
  const kind = kindOf(unit ?? of);
  if (kind === null) return null;
  if (value !== undefined) return { doseAndRate: [{ [`${kind}Quantity`]: { value: exact(value), unit } }] };
  if (low === undefined || high === undefined) return null;
  return {
    doseAndRate: [
      { [`${kind}Range`]: { low: { value: exact(low), unit: of }, high: { value: exact(high), unit: of } } },
    ],
  };
}

/** Several dosages, each an amount with its times, as FHIR has them; null where any of them has words. */
function severalOf(dose: string): readonly Parts[] | null {
  const all = dose.split('; ').map((phrase) => {
    const [amount = '', ...times] = phrase.split(', ');
    const [dosed, timing] = [amountOf(amount), timingOf(times)];
    return dosed === null || timing === null ? null : { ...timing, ...dosed };
  });
  const read = all.filter((one) => one !== null);
  return all.length > 1 && read.length === all.length ? read : null;
}

/** How something is taken: in words, and in FHIR's elements where its source told it so that nothing must be guessed. */
export function dosagesOf(entry: HealthEntry, context: Context): Json {
  const told = withTimesInWords(entry, context);
  const [doses, frequencies, instructions] = [
    factValues(entry, 'dose'),
    factValues(entry, 'frequency'),
    factValues(entry, 'instructions'),
  ];
  const words = factValues(told, 'dose');
  const texts = [...words, ...factValues(told, 'frequency'), ...instructions];
  const routes = factValues(entry, 'route');
  const route = filled(routes.join(', '));
  if (texts.length === 0 && route === undefined) return undefined;
  const shared = { route: route === undefined ? undefined : { text: route } };
  const [dose, ...otherDoses] = doses;
  const isOne = otherDoses.length === 0 && routes.length < 2;
  const several = isOne && texts.length === 1 && dose !== undefined ? severalOf(dose) : null;
  if (several !== null) {
    const phrases = (words[0] ?? '').split('; ');
    return several.map((one, at) => ({ text: phrases[at], ...one, ...shared }));
  }
  // Several times without an amount of their own, such as every 12 hours and before meals, may be one or the other.
  const isOneTiming = frequencies.filter((one) => !/^[×≤]/.test(one)).length < 2;
  const timing = isOne && isOneTiming ? timingOf(frequencies.flatMap((one) => one.split(', '))) : null;
  const amount = isOne && dose !== undefined ? amountOf(dose) : null;
  return some([{ text: filled(texts.join(doses.length > 1 ? '; ' : ', ')), ...timing, ...amount, ...shared }]);
}
