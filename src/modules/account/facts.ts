import { type RegistrationDetails, isCalendarDate, phoneShown } from '@portal/api';
import * as v from 'valibot';
import { calendarDate } from '../../ui/calendar.ts';
import { countryName, formatDate, type MessageKey, type Words } from '../../words/index.ts';

export interface Fact {
  readonly label: MessageKey;
  readonly value: string;
  /** The sources that say this and, where sources differ, what the others say. */
  readonly sources: readonly string[];
}
type Reading = Pick<Words, 't' | 'locale'>;

const Gender = v.picklist(['female', 'male', 'other', 'unknown']);

function genderOf(gender: string, { t }: Reading): string {
  const parsed = v.safeParse(Gender, gender.toLowerCase());
  return parsed.success ? t(`account.gender_${parsed.output}`) : gender;
}

/** The channels as our import names them, each with its text; other names of a source stay unchanged. */
const ways: ReadonlyMap<string, MessageKey> = new Map([
  ['Home phone', 'account.way_homePhone'],
  ['Cell phone', 'account.way_mobilePhone'],
  ['Work phone', 'account.way_workPhone'],
  ['Phone', 'account.way_phone'],
  ['Text message', 'account.way_sms'],
  ['Email', 'account.way_email'],
]);

function wayOf(way: string, { t }: Reading): string {
  const known = ways.get(way);
  return known === undefined ? way : t(known);
}

/** A whole day in the reader's format; a month or a year alone unchanged. */
function dayOf(text: string, { locale }: Reading): string {
  const date = isCalendarDate(text) ? calendarDate(text) : null;
  return date === null ? text : formatDate(locale, date, 'medium');
}

function addressOf(one: RegistrationDetails, { locale }: Reading): string {
  const place = [one.city, one.state, one.zipCode].filter((part) => part !== null && part.trim() !== '').join(' ');
  const country = one.country === null ? null : countryName(one.country, locale);
  return [one.address1, one.address2, place, country].filter((part) => part !== null && part.trim() !== '').join(', ');
}

function saidOf(fact: string, value: string | boolean, reading: Reading): string {
  if (typeof value === 'boolean') return reading.t(value ? 'account.yes' : 'account.no');
  switch (fact) {
    case 'gender':
      return genderOf(value, reading);
    case 'birthCountry':
      return countryName(value, reading.locale);
    case 'homePhone':
    case 'mobilePhone':
      return phoneShown(value);
    case 'preferredCommunication':
      return wayOf(value, reading);
    default:
      return value;
  }
}
function sourcesOf({ differences = [] }: RegistrationDetails, label: MessageKey, reading: Reading): string[] {
  const found = differences.find(({ fact }) => label === `account.fact_${fact}`);
  if (found === undefined) return [];
  const { fact, source, others } = found;
  return [
    reading.t('account.factFrom', { source }),
    ...others.map((one) =>
      reading.t('account.factOther', { source: one.source, value: saidOf(fact, one.value, reading) }),
    ),
  ];
}

/** The facts of registration in their three groups; what is not known is left out. */
export function factsOf(one: RegistrationDetails, reading: Reading) {
  const { t } = reading;
  const yesNo = (is: boolean | null): string | null => (is === null ? null : t(is ? 'account.yes' : 'account.no'));
  const listed = (facts: readonly (readonly [MessageKey, string | null])[]): Fact[] =>
    facts.flatMap(([label, value]) =>
      value === null || value.trim() === '' ? [] : [{ label, value, sources: sourcesOf(one, label, reading) }],
    );
  return {
    demographics: listed([
      ['account.fact_fullName', one.fullName],
      ['account.fact_mrn', one.mrn],
      ['account.fact_dateOfBirth', dayOf(one.dateOfBirth, reading)],
      ['account.fact_gender', one.gender === null ? null : genderOf(one.gender, reading)],
      ['account.fact_birthCountry', one.birthCountry === null ? null : countryName(one.birthCountry, reading.locale)],
      ['account.fact_ethnicity', one.ethnicity],
      ['account.fact_race', one.race],
      ['account.fact_religion', one.religion],
      ['account.fact_primaryLanguage', one.primaryLanguage],
      ['account.fact_citizenship', one.citizenship],
      ['account.fact_maritalStatus', one.maritalStatus],
      ['account.fact_mothersMaidenName', one.mothersMaidenName],
      ['account.fact_occupation', one.occupation],
    ]),
    contact: listed([
      ['account.fact_homePhone', one.homePhone === null ? null : phoneShown(one.homePhone)],
      ['account.fact_mobilePhone', one.mobilePhone === null ? null : phoneShown(one.mobilePhone)],
      ['account.fact_primaryEmail', one.primaryEmail],
      [
        'account.fact_preferredCommunication',
        one.preferredCommunication === null ? null : wayOf(one.preferredCommunication, reading),
      ],
      ['account.fact_address', addressOf(one, reading)],
    ]),
    other: listed([
      ['account.fact_insuranceNote', one.insuranceNote],
      ['account.fact_advancedDirectiveNote', one.advancedDirectiveNote],
      ['account.fact_isClinicalTrial', yesNo(one.isClinicalTrial)],
      ['account.fact_clinicalTrialID', one.clinicalTrialID],
    ]),
  } as const;
}
