import * as v from 'valibot';

export const Right = v.picklist(['read', 'answer', 'write']);
export type Right = v.InferOutput<typeof Right>;

/**
 * The sections of a record in which a representative's rights are chosen, one line each in display order, with the rights that exist in it
 * (beyond the specification): `read`, `answer` questionnaires, `write` messages.
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
/** One right in one section. A right that the section does not have is refused where rights are set. */
export const SectionRight = v.object({ section: Section, right: Right });
export type SectionRight = v.InferOutput<typeof SectionRight>;

/** Means any right in any section: who a patient is and where they live is only for people who may see something of them. */
export const anySection = 'any';

/** Every section with each of its rights, in display order. */
export const offeredRights: readonly SectionRight[] = sections.flatMap((section) =>
  sectionRights[section].map((right) => ({ section, right })),
);

const isSameRight = (one: SectionRight, other: SectionRight): boolean =>
  one.section === other.section && one.right === other.right;
export const hasRight = (given: readonly SectionRight[], one: SectionRight): boolean =>
  given.some((other) => isSameRight(one, other));

/** The rights with one added or removed. Answering and writing require reading; without reading no right in the section remains. */
export function withRight(given: readonly SectionRight[], one: SectionRight, isGiven: boolean): SectionRight[] {
  if (!isGiven)
    return given.filter(
      (other) => !(other.section === one.section && (one.right === 'read' || other.right === one.right)),
    );
  const read: SectionRight = { section: one.section, right: 'read' };
  return offeredRights.filter((each) => hasRight(given, each) || isSameRight(each, one) || isSameRight(each, read));
}
