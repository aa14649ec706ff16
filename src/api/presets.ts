import * as v from 'valibot';
import { languageHeader } from './call.ts';
import { PatientId } from './ids.ts';
import { LanguageTag } from './values.ts';

/*
 * Common parts for declarations of calls; a declaration adds what differs. Who may call, the section of the record and whether a read is
 * audited are always in the declaration itself, so that nobody gets access because something was left out.
 */

/** Reads something and changes nothing. */
export const reading = {
  method: 'GET',
  params: {},
  query: {},
  headers: {},
  body: null,
  errors: [],
  invalidates: [],
} as const;

/** Reads a part of one patient's record. */
export const ofPatient = { ...reading, params: { patientId: PatientId }, staleTime: 60_000, offline: 'keep' } as const;

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
