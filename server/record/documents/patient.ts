import { createHash } from 'node:crypto';
import type { DocumentHeader } from '../ccda/tree.ts';
import type { SourcePatient } from '../patients.ts';

const socialSecurity = '2.16.840.1.113883.4.1';
const isIdentifying = (root: string) => root !== socialSecurity;
const textOf = ({ root, extension }: DocumentHeader['patient']['ids'][number]): string =>
  extension === null ? root : `${root}^${extension}`;

/** The first identifier. A social security number is never stored in clear but as its hash. */
export function patientKeyOf({ id, patient: { ids } }: DocumentHeader): string {
  const own =
    ids.find((one) => one.extension !== null && isIdentifying(one.root)) ?? ids.find((one) => isIdentifying(one.root));
  if (own) return `patient ${textOf(own)}`;
  const [first] = ids;
  if (!first) return `patient of document ${id}`;
  return `patient ${createHash('sha256').update(textOf(first)).digest('base64url').slice(0, 22)}`;
}

/** Matched by a record number under the system's OID. Without an OID a number could be ours by chance, so the birth date must match too. */
export const sourcePatientOf = (header: DocumentHeader): SourcePatient => ({
  key: patientKeyOf(header),
  numbersOf: (system) => {
    const oid = system?.replace(/^urn:oid:/i, '') ?? null;
    return header.patient.ids.flatMap(({ root, extension }) =>
      extension !== null && (oid === null ? isIdentifying(root) : root === oid) ? [extension] : [],
    );
  },
  born: header.patient.birthDate?.length === 10 ? header.patient.birthDate : null,
  mustBeBorn: (system) => system === null,
});

/** Counts patients: documents that share an identifier are about the same one, and documents without any are not counted. */
export class DocumentPatients {
  #groups: Set<string>[] = [];

  add({ patient: { ids } }: DocumentHeader): void {
    const own = new Set(ids.map(textOf));
    if (own.size === 0) return;
    const shared = this.#groups.filter((group) => [...own].some((id) => group.has(id)));
    this.#groups = [
      ...this.#groups.filter((group) => !shared.includes(group)),
      new Set([...own, ...shared.flatMap((group) => [...group])]),
    ];
  }

  get areSeveral(): boolean {
    return this.#groups.length > 1;
  }
}
