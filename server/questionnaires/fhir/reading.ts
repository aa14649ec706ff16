/** Something that cannot be carried, and where it stands. */
export interface Place {
  readonly place: string;
  readonly reason: string;
}

export interface ImportSettings {
  /** Addresses of extensions that whoever imports has judged harmless. */
  readonly acceptedExtensions: ReadonlySet<string>;
  /** LinkIds that whoever imports does without, with what is under them. */
  readonly leaveOut: ReadonlySet<string>;
  /** What an answer of one's own is called where the source does not say. */
  readonly otherLabel: string;
  /** Leaves out what is calculated and is no total: nobody is asked it, and no total of ours can stand for it. */
  readonly leaveOutCalculated: boolean;
  /** Choices whose options are nowhere to be had are asked in the person's own words. */
  readonly answersInWords: boolean;
  /** Numbers that list several units, which a decimal has no place for, are asked as quantities. */
  readonly unitsAsQuantities?: boolean;
  /** Types of subjects, besides a patient, whose questionnaires whoever imports wants answered by the patient. */
  readonly acceptedSubjects?: ReadonlySet<string>;
  /** A title for a file without one. */
  readonly title: string | null;
  /** What the file is called, where it is known: the last resort for a title. */
  readonly fileName: string | null;
}
export const defaultSettings: ImportSettings = {
  acceptedExtensions: new Set(),
  leaveOut: new Set(),
  otherLabel: 'Other',
  leaveOutCalculated: false,
  answersInWords: false,
  title: null,
  fileName: null,
};

/** Says what cannot be carried, what is carried in another form, and what is carried as it is. */
export interface Remarks {
  readonly refuse: (place: string, reason: string) => void;
  readonly note: (place: string, reason: string) => void;
  readonly carried: (construct: string, place: string) => void;
}

/** In the order of the file: the questionnaire, then each item before those under it. */
export function comparePlaces(a: string, b: string): number {
  const pathOf = (place: string) =>
    [...(place.split(' (linkId')[0] ?? '').matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]));
  const [left, right] = [pathOf(a), pathOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? -1) - (right[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
