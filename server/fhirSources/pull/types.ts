import { directoryTypes } from '../../record/fhir/directory.ts';
import { mappedTypes } from '../../record/map/resource.ts';

/** What is read of a source: names first, then patients, then what is about them, as a resource is easiest to place after what it refers to. */
export const readTypes: readonly string[] = [
  ...new Set([...directoryTypes, 'Patient', ...mappedTypes, 'Communication']),
];

const rank = (type: string | null): number => {
  const at = type === null ? -1 : readTypes.indexOf(type);
  return at === -1 ? readTypes.length : at;
};
/** In the order in which they are read; deletions last. */
export const byType = (one: { readonly type: string | null }, other: { readonly type: string | null }): number =>
  rank(one.type) - rank(other.type);
