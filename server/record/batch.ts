import type { PatientId } from '@portal/api';
import { type AuditActor, type AuditEntry, auditAll } from '../audit/audit.ts';
import { type Access, type Db, isValueFault } from '../db/pool.ts';
import type { Scanner } from '../files/scanner.ts';
import type { Counts, Outcome } from './counts.ts';
import { deathsIn } from './deaths.ts';
import { type Decision, decide, keyOfRow, newestVersions, type Read, retracted, retractedHash } from './decide.ts';
import type { Directory } from './directory.ts';
import type { Version } from './map/mapped.ts';
import type { Matching, Patients } from './patients.ts';
import { rowsJson } from '../db/rowsJson.ts';
import { contentHash, type ResourceRow } from './rows.ts';
import { lockSource, saveRows, saveVersions, storedOf } from './save.ts';
import { saveEntries } from './saveEntries.ts';

export interface ImportSettings {
  /** The system that the files come from. Ids are unique within a source. */
  readonly source: string;
  readonly matching: Matching;
  readonly actor: AuditActor;
  /** Scans the files of messages. Without it, a message with files is left out. */
  readonly scanner?: Scanner;
  /** The most bytes that are read at once. */
  readonly largest?: number;
  /** When all of it came: what does not say when it changed did so then, and nothing did later, since a source's clock may be fast. */
  readonly received?: Version;
}

export interface Importing {
  readonly pool: Access;
  readonly settings: ImportSettings;
  readonly patients: Patients;
  readonly directory: Directory;
  readonly counts: Counts;
}

interface Known {
  readonly one: Read;
  /** Null if the resource itself does not say, as one that was deleted. */
  readonly patientId: PatientId | null;
  readonly hash: string;
}
/** The newest version of each resource with the patient that it is about. Resources of unknown patients are left out. */
export async function knownOf(
  read: readonly Read[],
  { settings, patients, counts }: Pick<Importing, 'settings' | 'patients' | 'counts'>,
): Promise<Known[]> {
  const { matching } = settings;
  const patientOf = await patients.of(read.flatMap(({ subject }) => subject ?? []));
  return newestVersions(read, counts).flatMap((one) => {
    const unsaid = matching.kind === 'named' ? matching.patientId : null;
    const patientId = one.subject === null ? unsaid : patientOf(one.subject);
    if (one.subject !== null && patientId === null) {
      patients.leaveOut(one.subject);
      counts.leaveOut(nameOf(one), 'its patient is nobody here: see record unmatched');
      return [];
    }
    const hash = one.kind === 'retracted' ? retractedHash : contentHash(one.status, one.isHidden, one.content);
    if (hash === null) counts.leaveOut(nameOf(one), 'it has a character that cannot be stored');
    return hash === null ? [] : [{ one, patientId, hash }];
  });
}

const nameOf = (one: Read): string => (one.kind === 'row' ? (one.countedAs ?? one.type) : one.type);

function outcomeOf(kind: Exclude<Decision['kind'], 'leftOut'>): Outcome {
  if (kind === 'version') return 'unchanged';
  return kind === 'lists' ? 'change' : kind;
}

/** Writes resources in the caller's transaction. Gives what was decided for each. */
export async function saveIn(
  tx: Db,
  known: readonly Known[],
  { source, actor, matching }: ImportSettings,
): Promise<readonly { readonly type: string; readonly decision: Decision }[]> {
  await tx.run(lockSource, { source });
  const keys = rowsJson(known.map(({ one }) => ({ type: one.type, resourceId: one.id })));
  const stored = new Map(
    (await tx.many(storedOf, { source, keys })).map((row) => [`${row.type}/${row.resourceId}`, row]),
  );
  const fresh: ResourceRow[] = [];
  const changed: { id: number; row: ResourceRow }[] = [];
  const lists: { id: number; row: ResourceRow }[] = [];
  const versions: { id: number; version: Version }[] = [];
  const decided = known.map(({ one, patientId, hash }) => {
    const before = stored.get(keyOfRow(one));
    const decision = decide(one, before, patientId, hash, matching.kind === 'identifiers');
    if ('patientId' in decision) {
      const row: ResourceRow = {
        type: one.type,
        resourceId: one.id,
        patientId: decision.patientId,
        version: one.version,
        status: one.kind === 'row' ? one.status : retracted,
        isHidden: one.kind !== 'row' || one.isHidden,
        content: one.kind === 'row' ? one.content : {},
        contentHash: hash,
      };
      if (decision.kind === 'version') versions.push({ id: before?.id ?? 0, version: one.version });
      else if (before && decision.kind === 'lists') lists.push({ id: before.id, row });
      else if (before) changed.push({ id: before.id, row });
      else fresh.push(row);
    }
    return { type: nameOf(one), decision };
  });
  const noteDeaths = await deathsIn(tx, fresh, changed);
  await saveRows(tx, source, fresh, changed);
  await saveEntries(tx, lists);
  await saveVersions(tx, versions);
  const written = new Map<PatientId, number>();
  for (const { patientId } of [...fresh, ...[...changed, ...lists].map(({ row }) => row)])
    written.set(patientId, (written.get(patientId) ?? 0) + 1);
  const entries: AuditEntry[] = [...written]
    .sort(([one], [other]) => one - other)
    .map(([patientId, resources]) => ({ type: 'record.imported', actor, patientId, detail: { resources } }));
  await auditAll(tx, entries);
  await noteDeaths(actor);
  return decided;
}

/** Writes resources in one transaction: if the process is killed, all of them are stored or none. */
async function saveTogether(known: readonly Known[], { pool, settings, counts }: Importing): Promise<void> {
  // Counted after the commit, because a transaction may run more than once.
  const outcomes = await pool.tx((tx) => saveIn(tx, known, settings));
  for (const { type, decision } of outcomes)
    if (decision.kind === 'leftOut') counts.leaveOutAsAnothers(type, decision.reason);
    else counts.add(type, outcomeOf(decision.kind));
}

/** Writes a batch. A resource that the database cannot store is left out without affecting the others. */
export async function saveBatch(known: readonly Known[], importing: Importing): Promise<void> {
  const [first, ...others] = known;
  if (!first) return;
  try {
    await saveTogether(known, importing);
  } catch (error) {
    if (!isValueFault(error)) throw error;
    if (others.length === 0) {
      importing.counts.leaveOut(nameOf(first.one), 'it has a value that cannot be stored');
      return;
    }
    const half = Math.ceil(known.length / 2);
    await saveBatch(known.slice(0, half), importing);
    await saveBatch(known.slice(half), importing);
  }
}
