import * as v from 'valibot';

const Section = v.object({
  title: v.optional(v.string(), ''),
  text: v.optional(v.object({ div: v.string() })),
});
const Composition = v.object({
  resourceType: v.literal('Composition'),
  title: v.optional(v.string(), ''),
  date: v.optional(v.string()),
  language: v.optional(v.string()),
  section: v.optional(v.array(v.looseObject({ ...Section.entries, section: v.optional(v.array(Section), []) })), []),
});
const Name = v.object({
  text: v.optional(v.string()),
  given: v.optional(v.array(v.string()), []),
  family: v.optional(v.string()),
});
const Patient = v.object({
  resourceType: v.literal('Patient'),
  name: v.optional(v.array(Name), []),
  birthDate: v.optional(v.string()),
});
const Bundle = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    resourceType: v.literal('Bundle'),
    type: v.literal('document'),
    language: v.optional(v.string()),
    entry: v.array(v.object({ resource: v.optional(v.unknown()) })),
  }),
);

/** A summary to read: the words of a FHIR document, by section. Its HTML is not safe to show as it is. */
export interface ReadableBundle {
  readonly title: string;
  readonly language: string | null;
  readonly madeOn: string | null;
  readonly name: string | null;
  readonly birthDate: string | null;
  readonly sections: readonly { readonly title: string; readonly html: string }[];
}

/** The words of a FHIR document Bundle; null: it is something else. */
export function readBundle(json: string): ReadableBundle | null {
  const bundle = v.safeParse(Bundle, json);
  if (!bundle.success) return null;
  const resources = bundle.output.entry.map(({ resource }) => resource);
  const composition = resources.map((one) => v.safeParse(Composition, one)).find(({ success }) => success);
  if (composition?.success !== true) return null;
  const patient = resources.map((one) => v.safeParse(Patient, one)).find(({ success }) => success);
  const { title, date, language, section } = composition.output;
  const [name] = patient?.success === true ? patient.output.name : [];
  return {
    title,
    language: language ?? bundle.output.language ?? null,
    madeOn: date ?? null,
    name: name === undefined ? null : (name.text ?? [...name.given, name.family].filter((part) => part).join(' ')),
    birthDate: (patient?.success === true ? patient.output.birthDate : undefined) ?? null,
    sections: section
      .flatMap((one) => [one, ...one.section])
      .map((one) => ({ title: one.title, html: one.text?.div ?? '' }))
      .filter((one) => one.html !== ''),
  };
}
