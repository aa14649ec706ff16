import {
  type OwnContactDetail,
  OwnContactDetails,
  type RecordedContactDetails,
  differingDetails,
  ownContactDetails,
  phoneShown,
} from '@portal/api';
import * as v from 'valibot';
import type { MessageKey } from '../../words/index.ts';
import { tidyPhone, typedPhone } from './phones.ts';
import { type Rule, schemaRule } from './rules.ts';

export type ContactTexts = Readonly<Record<OwnContactDetail, string>>;

const isPhoneDetail = (name: OwnContactDetail): name is 'homePhone' | 'mobilePhone' =>
  name === 'homePhone' || name === 'mobilePhone';

/** The fields of contact details before anything is typed. */
export function contactTexts(known: RecordedContactDetails): ContactTexts {
  const text = (name: OwnContactDetail): string => {
    const value = known[name] ?? '';
    return isPhoneDetail(name) ? tidyPhone(value === '' ? '' : phoneShown(value), known.country ?? '') : value;
  };
  return v.parse(
    v.object(v.entriesFromList(ownContactDetails, v.string())),
    Object.fromEntries(ownContactDetails.map((name) => [name, text(name)])),
  );
}

/** Those of the named details that have another text than before. */
export function typedDetails(
  known: RecordedContactDetails,
  texts: ContactTexts,
  names: readonly OwnContactDetail[] = ownContactDetails,
): readonly OwnContactDetail[] {
  const before = contactTexts(known);
  return names.filter((name) => texts[name].trim() !== before[name].trim());
}

const emptyAsNull = (text: string): string | null => text.trim() || null;

function valueOf(name: OwnContactDetail, texts: ContactTexts): string | null {
  if (!isPhoneDetail(name)) return emptyAsNull(texts[name]);
  const phone = typedPhone(texts[name], texts.country);
  return phone.kind === 'number' ? phone.value : emptyAsNull(texts[name]);
}

/** The named details that differ from the facility's in more than their spelling; empty where none does. */
export const changedContactDetails = (
  known: RecordedContactDetails,
  texts: ContactTexts,
  names: readonly OwnContactDetail[] = ownContactDetails,
): Partial<RecordedContactDetails> =>
  differingDetails(
    known,
    Object.fromEntries(typedDetails(known, texts, names).map((name) => [name, valueOf(name, texts)])),
  );

/** The rule of one typed contact detail, with the app's text for a telephone number that is none. */
export const contactDetailRule = (name: OwnContactDetail, wrongPhone: MessageKey): Rule<string, ContactTexts> =>
  isPhoneDetail(name)
    ? (typed, { country }) => (typedPhone(typed, country).kind === 'wrong' ? { text: wrongPhone } : null)
    : schemaRule(OwnContactDetails.entries[name]);
