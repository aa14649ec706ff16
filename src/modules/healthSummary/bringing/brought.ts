import type { Patient } from '@portal/api';
import * as v from 'valibot';
import { type ReadableBundle, readBundle } from '../sharing/bundle.ts';
import { type LinkPayload, unseal } from '../sharing/link.ts';

/** What a link of another clinic led to, decrypted. */
export interface Brought {
  /** Whose link it was. */
  readonly host: string;
  readonly files: readonly string[];
  /** The words that can be read here; null where there are documents alone. */
  readonly bundle: ReadableBundle | null;
  /** Documents as files, such as a PDF, by their names. */
  readonly documents: readonly string[];
  /** The health card that it was, as it is signed; null: it was a link. */
  readonly card: string | null;
}

const Documents = v.object({
  resourceType: v.literal('DocumentReference'),
  content: v.array(
    v.object({ attachment: v.object({ title: v.optional(v.string()), contentType: v.optional(v.string()) }) }),
  ),
});
const Entries = v.object({ entry: v.array(v.object({ resource: v.unknown() })) });

function documentsIn(json: string): string[] {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    return [];
  }
  const entries = v.safeParse(Entries, read);
  return (entries.success ? entries.output.entry.map(({ resource }) => resource) : [read]).flatMap((resource) => {
    const one = v.safeParse(Documents, resource);
    return one.success
      ? one.output.content.map(({ attachment }) => attachment.title ?? attachment.contentType ?? '')
      : [];
  });
}

/** Decrypts the files of a link; null where none of them can be read here. */
export async function openBrought({ url, key }: LinkPayload, sealed: readonly string[]): Promise<Brought | null> {
  const files = await Promise.all(sealed.map((one) => unseal(one, key)));
  const bundle = files.map(readBundle).find((one) => one !== null) ?? null;
  const documents = files.flatMap(documentsIn);
  return bundle === null && documents.length === 0
    ? null
    : { host: new URL(url).host, files, bundle, documents, card: null };
}

const wordsOf = (name: string): Set<string> =>
  new Set(
    name
      .normalize('NFD')
      .replaceAll(/\p{Mark}/gu, '')
      .toLowerCase()
      .split(/[^\p{Letter}]+/u)
      .filter((word) => word !== ''),
  );

/** Where a summary names another person than the record does. A name is the same if one has all words of the other, in any order. */
export function contradictions(
  { name, birthDate }: Pick<ReadableBundle, 'name' | 'birthDate'>,
  patient: Pick<Patient, 'firstName' | 'lastName' | 'dateOfBirth'>,
): { readonly name: boolean; readonly birthDate: boolean } {
  const [theirs, ours] = [wordsOf(name ?? ''), wordsOf(`${patient.firstName} ${patient.lastName}`)];
  const [fewer, more] = theirs.size < ours.size ? [theirs, ours] : [ours, theirs];
  return {
    name: fewer.size > 0 && ![...fewer].every((word) => more.has(word)),
    // A year or a month alone says less, and nothing against it.
    birthDate: birthDate !== null && !patient.dateOfBirth.startsWith(birthDate),
  };
}
