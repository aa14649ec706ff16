import * as v from 'valibot';

export const Right = v.picklist(['read', 'answer', 'write']);
export type Right = v.InferOutput<typeof Right>;

/**
 * The sections of a record in which a representative's rights are chosen, one line each in the order in which they are shown, with the
 * rights that there are in it (beyond the document): `read`, `answer` questionnaires, `write` messages.
 */
export const sectionRights = {
  Appointments: ['read'],
  TreatmentSummary: ['read'],
  FollowUpPlan: ['read'],
  Education: ['read'],
  Questionnaires: ['read', 'answer'],
  TestResults: ['read'],
  MedicalNotes: ['read'],
  SecureMessages: ['read', 'write'],
  HealthSummary: ['read'],
  CareTeam: ['read'],
  PersonalContacts: ['read'],
} as const satisfies Readonly<Record<string, readonly Right[]>>;
export type Section = keyof typeof sectionRights;
const sections = Object.keys(sectionRights) as Section[];
export const Section = v.picklist(sections);
/** One right in one section; a right that the section does not know is refused where rights are set. */
export const SectionRight = v.object({ section: Section, right: Right });
export type SectionRight = v.InferOutput<typeof SectionRight>;

/** Stands for any right in any section: who a patient is and where they live is not for somebody who may see nothing of them. */
export const anySection = 'any';

/** Every section with every right that it knows, in the order in which they are shown. */
export const offeredRights: readonly SectionRight[] = sections.flatMap((section) =>
  sectionRights[section].map((right) => ({ section, right })),
);

const isSameRight = (one: SectionRight, other: SectionRight): boolean =>
  one.section === other.section && one.right === other.right;
export const hasRight = (given: readonly SectionRight[], one: SectionRight): boolean =>
  given.some((other) => isSameRight(one, other));

/** Rights with one more or one less. Whoever answers or writes has to read; who may not read may do nothing else there. */
export function withRight(given: readonly SectionRight[], one: SectionRight, isGiven: boolean): SectionRight[] {
  if (!isGiven)
    return given.filter(
      (other) => !(other.section === one.section && (one.right === 'read' || other.right === one.right)),
    );
  const read: SectionRight = { section: one.section, right: 'read' };
  return offeredRights.filter((each) => hasRight(given, each) || isSameRight(each, one) || isSameRight(each, read));
}
