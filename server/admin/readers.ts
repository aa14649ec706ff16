import {
  CalendarDate,
  LanguageCode,
  type SectionRight,
  isEmailAddress,
  languageCodes,
  offeredRights,
} from '@portal/api';
import * as v from 'valibot';
import { rightOfWord, rightWord } from '../contacts/representatives.ts';
import { NotUnderstood } from './failure.ts';
import type { OptionReader } from './parameters.ts';

export const date: OptionReader<CalendarDate> = (text, name) => {
  const parsed = v.safeParse(CalendarDate, text);
  if (!parsed.success) throw new NotUnderstood(`${name} needs a date like 2026-11-30, not "${text}".`);
  return parsed.output;
};

export const dateOrNone: OptionReader<CalendarDate | 'none'> = (text, name) =>
  text === 'none' ? 'none' : date(text, name);

/** An instant with its zone, such as 2026-11-30T14:05:00Z or 2026-11-30T09:05:00-05:00. */
export const instant: OptionReader<string> = (text, name) => {
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isInstant || Number.isNaN(Date.parse(text)))
    throw new NotUnderstood(`${name} needs a time with its zone like 2026-11-30T14:05:00Z, not "${text}".`);
  return new Date(text).toISOString();
};

export const numberFrom =
  (least: number, most: number): OptionReader<number> =>
  (text, name) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new NotUnderstood(`${name} needs a number from ${String(least)} to ${String(most)}, not "${text}".`);
    return value;
  };

export const rowNumber: OptionReader<number | undefined> = (text) =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** What a system of the facility is called here. */
export const systemName: OptionReader<string | undefined> = (text) =>
  /^[\w .-]{1,60}$/.test(text.trim()) ? text.trim() : undefined;

export const emailAddress: OptionReader<string> = (text, name) => {
  const address = text.trim();
  if (!isEmailAddress(address)) throw new NotUnderstood(`${name} is not an email address: "${address}".`);
  return address;
};
export const emailOrNone: OptionReader<string> = (text, name) =>
  text.trim() === 'none' ? 'none' : emailAddress(text, name);

export const language: OptionReader<LanguageCode> = (text, name) => {
  const parsed = v.safeParse(LanguageCode, text);
  if (!parsed.success) throw new NotUnderstood(`${name} is none of ${languageCodes.join(', ')}: "${text}".`);
  return parsed.output;
};

export const onOrOff: OptionReader<boolean> = (text, name) => {
  if (text !== 'on' && text !== 'off') throw new NotUnderstood(`${name} is on or off, not "${text}".`);
  return text === 'on';
};

/** How staff have made sure whom they speak to, as the audit keeps it. */
const identityChecks = ['photo-id', 'known-in-person', 'call-back'] as const;
export type IdentityCheck = (typeof identityChecks)[number];
export const identityCheckWords = identityChecks.join(', ');
export const identityCheck: OptionReader<IdentityCheck> = (text, name) => {
  const check = identityChecks.find((one) => one === text);
  if (check === undefined) throw new NotUnderstood(`${name} is none of ${identityCheckWords}: "${text}".`);
  return check;
};

export const rightWords = offeredRights.map(rightWord).join(', ');
/** A right of somebody who acts for a patient, such as Questionnaires:read. */
export const sectionRight: OptionReader<SectionRight> = (text, name) => {
  const right = rightOfWord(text);
  if (right === null) throw new NotUnderstood(`${name} is none of ${rightWords}: "${text}".`);
  return right;
};

/** A URL that receives patients' data. Without TLS only on this machine. */
export const webhookAddress: OptionReader<string> = (text, name) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    throw new NotUnderstood(`${name} must be an address that begins with https://; "${text}" is not.`);
  if (url.username !== '' || url.password !== '')
    throw new NotUnderstood(`${name} must not contain a name or password: what is posted is signed instead.`);
  return url.href;
};
