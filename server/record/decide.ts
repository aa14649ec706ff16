import type { PatientId } from '@portal/api';
import type { Counts } from './counts.ts';
import type { Mapping, Version } from './map/mapped.ts';
import { hashBesideLists } from './rows.ts';
import type { Stored } from './save.ts';

export type Read = Exclude<Mapping, { kind: 'leftOut' }>;
export const keyOfRow = ({ type, id }: Read): string => `${type}/${id}`;

/** -1 if `one` is older than `other`, 1 if it is newer, 0 if that is unknown. */
function compared(one: Version, other: Version): number {
  if (one.lastUpdated !== null && other.lastUpdated !== null && one.lastUpdated !== other.lastUpdated)
    return one.lastUpdated < other.lastUpdated ? -1 : 1;
  if (one.lastUpdated === null && other.lastUpdated !== null) return -1;
  const [a, b] = [Number(one.versionId ?? Number.NaN), Number(other.versionId ?? Number.NaN)];
  return Number.isNaN(a) || Number.isNaN(b) || a === b ? 0 : a < b ? -1 : 1;
}

/** The newest version of each resource in a batch; of equal versions the last. */
export function newestVersions(read: readonly Read[], counts: Counts): Read[] {
  const kept = new Map<string, Read>();
  for (const one of read) {
    const before = kept.get(keyOfRow(one));
    if (before && compared(one.version, before.version) < 0) counts.add(one.type, 'older');
    else {
      if (before) counts.add(one.type, 'older');
      kept.set(keyOfRow(one), one);
    }
  }
  return [...kept.values()].sort((one, other) => (keyOfRow(one) < keyOfRow(other) ? -1 : 1));
}

export type Decision =
  /** `lists`: only its entries for lists changed. */
  | { readonly kind: 'add' | 'change' | 'lists' | 'version' | 'retract'; readonly patientId: PatientId }
  | { readonly kind: 'unchanged' | 'older' }
  | { readonly kind: 'leftOut'; readonly reason: string };

export const retracted = 'entered-in-error';
export const retractedHash = 'retracted';

export function decide(
  one: Read,
  stored: Stored | undefined,
  patientId: PatientId | null,
  hash: string,
  mayMove: boolean,
): Decision {
  if (!stored) {
    if (patientId !== null) return { kind: one.kind === 'retracted' ? 'retract' : 'add', patientId };
    return { kind: 'unchanged' };
  }
  const order = compared(one.version, stored);
  if (patientId !== null && patientId !== stored.patientId && !(mayMove && order > 0))
    return { kind: 'leftOut', reason: "it is part of another patient's record: give a --source of its own" };
  const owner = patientId ?? stored.patientId;
  if (order < 0 && one.version.lastUpdated !== null) return { kind: 'older' };
  if (one.kind === 'retracted') {
    if (stored.contentHash === retractedHash) return { kind: 'unchanged' };
    return { kind: 'retract', patientId: owner };
  }
  if (stored.contentHash === hash && owner === stored.patientId) {
    const isSame =
      order < 0 || (stored.versionId === one.version.versionId && stored.lastUpdated === one.version.lastUpdated);
    return isSame ? { kind: 'unchanged' } : { kind: 'version', patientId: owner };
  }
  // Without a version, a resource does not count as newer than one that has a version or than one that was taken back.
  if (order < 0 || (stored.contentHash === retractedHash && order <= 0)) return { kind: 'older' };
  const isSameBeside = owner === stored.patientId && hashBesideLists(stored.contentHash) === hashBesideLists(hash);
  return { kind: isSameBeside ? 'lists' : 'change', patientId: owner };
}
