import * as v from 'valibot';
import { FileAnswer, languageHeader } from './call.ts';
import { PatientId } from './ids.ts';
import { LanguageTag } from './values.ts';

/*
 * Common parts for declarations of calls; a declaration adds what differs. Who may call, the section of the record and whether a read is
 * audited are always in the declaration itself, so that nobody gets access because something was left out.
 */

/** A patient, and who acts for them. */
export const own = ['patient', 'representative'] as const;

/** Reads something and changes nothing; no answer is reused or stored. */
export const reading = {
  method: 'GET',
  params: {},
  query: {},
  headers: {},
  body: null,
  errors: [],
  staleTime: 0,
  invalidates: [],
  offline: 'never',
} as const;

/** Reads a part of one patient's record. */
export const ofPatient = { ...reading, params: { patientId: PatientId }, staleTime: 60_000, offline: 'keep' } as const;

/** The one-time ticket with which a new window opens a file. */
export const withTicket = { token: v.optional(v.pipe(v.string(), v.maxLength(100))) } as const;

/** Gives a file, of which a page stores nothing. */
export const givingFile = {
  query: withTicket,
  answer: FileAnswer,
  answerType: 'file',
  staleTime: 0,
  offline: 'never',
} as const;

/** Changes something; without further declarations only the address is sent, and nothing is returned. */
export const changing = {
  params: {},
  query: {},
  headers: {},
  body: null,
  answer: null,
  errors: [],
  staleTime: 0,
  invalidates: [],
  offline: 'never',
  audited: false,
} as const;

/** The headers of a call that answers in the reader's language. */
export const inReadersLanguage = { [languageHeader]: v.optional(LanguageTag) } as const;
