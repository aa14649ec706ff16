import { PatientId } from './ids.ts';

/*
 * What calls of a kind have in common, for a declaration to begin with: it says what differs. Who may call, what of a record the call is
 * about and whether a read is audited stand in the declaration itself, so that nobody gets access by leaving something out.
 */

/** Reads something and changes nothing. */
export const reading = {
  method: 'GET',
  params: {},
  query: {},
  headers: {},
  body: null,
  bodyType: 'none',
  answerType: 'json',
  errors: [],
  invalidates: [],
} as const;

/** Reads a part of one patient's record. */
export const ofPatient = { ...reading, params: { patientId: PatientId }, staleTime: 60_000, offline: 'keep' } as const;

/** Changes something; nothing is sent but the address, and nothing comes back. */
export const changing = {
  params: {},
  query: {},
  headers: {},
  body: null,
  bodyType: 'none',
  answer: null,
  answerType: 'none',
  errors: [],
  staleTime: 0,
  invalidates: [],
  offline: 'never',
  audited: false,
} as const;
