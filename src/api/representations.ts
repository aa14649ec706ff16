import * as v from 'valibot';
import { declareCall } from './call.ts';
import { PatientId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { Section, SectionRight } from './sections.ts';
import { CalendarDate, orNull, SmallNumber } from './values.ts';

/** The longest time for which somebody may be given access, in years; without an end it has no limit. */
export const mostYearsOfAccess = 10;
/** Why somebody acts for a patient, in the patient's words. */
export const AccessReason = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200));

/** `lastDay`: in the time zone of the patient's facility, included; null: no end. */
export const RepresentationEnd = v.object({ lastDay: orNull(CalendarDate), reason: orNull(v.string()) });

/** Until when the rights in one section last, at most as long as the representation, and why. A day that is over has ended them. */
export const SectionEnd = v.object({ section: Section, ...RepresentationEnd.entries });
export type SectionEnd = v.InferOutput<typeof SectionEnd>;

/**
 * Sections that end for a representative on a birthday of the patient, by a rule of the facility, and how old the patient is then. `isOver`:
 * they have ended, and the patient has not given them again.
 */
export const AgeEnd = v.object({
  age: SmallNumber,
  birthday: CalendarDate,
  isOver: v.boolean(),
  sections: v.array(Section),
});
export type AgeEnd = v.InferOutput<typeof AgeEnd>;

/** A patient for whom a user acts, with the user's rights. */
export const Representation = v.object({
  patientId: PatientId,
  firstName: v.string(),
  lastName: v.string(),
  rights: v.array(SectionRight),
  endsByAge: v.optional(v.array(AgeEnd), []),
  sectionEnds: v.optional(v.array(SectionEnd), []),
  /** The facility has noted that the patient has died: what is left is reading, until the last day if there is one. */
  hasDied: v.optional(v.boolean(), false),
  ...RepresentationEnd.entries,
});
export type Representation = v.InferOutput<typeof Representation>;

/** The patients for whom the user acts, with the rights (beyond the specification), for representatives of several patients. */
export const listRepresentations = declareCall({
  ...reading,
  name: 'listRepresentations',
  isOurs: true,
  path: '/api/users/{userId}/representations',
  params: { userId: UserId },
  access: ['patient', 'representative'],
  answer: v.array(Representation),
  staleTime: 60_000,
  offline: 'keep',
  audited: true,
});

/** Ends acting for a patient at once. Only a new invitation gives access again. */
export const giveUpRepresentation = declareCall({
  ...changing,
  name: 'giveUpRepresentation',
  isOurs: true,
  method: 'DELETE',
  path: '/api/users/{userId}/representations/{patientId}',
  params: { userId: UserId, patientId: PatientId },
  access: ['patient', 'representative'],
  invalidates: ['getLoginProfile', 'listRepresentations'],
});
