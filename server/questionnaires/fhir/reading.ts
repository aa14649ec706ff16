export interface PlaceNote {
  readonly place: string;
  readonly reason: string;
}

export interface ImportSettings {
  /** URLs of extensions that the importer has declared harmless. */
  readonly acceptedExtensions: ReadonlySet<string>;
  /** LinkIds that the importer leaves out, with everything under them. */
  readonly leaveOut: ReadonlySet<string>;
  /** The label of a free-text option if the source gives none. */
  readonly otherLabel: string;
  /** Leaves out calculated items that are not totals: nobody is asked them, and no total of ours can replace them. */
  readonly leaveOutCalculated: boolean;
  /** Choices with unknown options are asked as free text. */
  readonly answersInWords: boolean;
  /** Decimals that list several units, for which that type has no field, are asked as quantities. */
  readonly unitsAsQuantities?: boolean;
  /** Types of subjects, besides a patient, whose questionnaires the importer accepts for the patient to answer. */
  readonly acceptedSubjects?: ReadonlySet<string>;
  /** A title for a file without one. */
  readonly title: string | null;
  /** The name of the file if it is known: the last resort for a title. */
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

/** Reports what cannot be carried, what is carried in another form, and what is carried unchanged. */
export interface Remarks {
  readonly refuse: (place: string, reason: string) => void;
  readonly note: (place: string, reason: string) => void;
  readonly carried: (construct: string, place: string) => void;
}

/** Sorts by the order of the file: the questionnaire, then each item before those under it. */
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
