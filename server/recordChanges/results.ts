import { LabResultId, type PatientId, type RecordChangeKind } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { lockChangeOrder, type ShownBefore } from '../record/changes.ts';
import { type IndexedResult, readLabScope, resourcesOf } from '../testResults/labIndex.ts';
import { type LabValue, readLabValues } from '../testResults/labResults.ts';
import { type Openings, readOpenings } from '../testResults/opening.ts';
import { headOf, takenOn } from '../testResults/view.ts';
import { nameOf } from '../testResults/subject.ts';
import type { FoundChange, RecordReader } from './found.ts';
import type { Touched } from './touched.ts';
import { corrections } from '../record/firstGiven.ts';

const waiting = statement(
  'recordChanges.waiting',
  'select distinct resource_id as "resourceId" from record_changes where patient_id = $patientId and told_order is null',
  v.object({ resourceId: v.number() }),
);
const open = statement(
  'recordChanges.open',
  `update record_changes set told_order = nextval('record_change_order'), changed_at = date_trunc('milliseconds', clock_timestamp())
   where patient_id = $patientId and told_order is null and resource_id = any($resourceIds::bigint[])`,
);

/** Gives what the facility held back its place in the order, once it is open: that is when it came in for its readers. */
export async function openHeldChanges(
  tx: (work: (tx: Db) => Promise<void>) => Promise<void>,
  db: Db,
  patientId: PatientId,
) {
  const ids = (await db.many(waiting, { patientId })).map(({ resourceId }) => resourceId);
  if (ids.length === 0) return;
  const { results } = await readLabScope(db, patientId, { resourceIds: ids });
  const shown = new Set(results.flatMap(resourcesOf));
  const resourceIds = ids.filter((id) => shown.has(id));
  if (resourceIds.length === 0) return;
  await tx(async (within) => {
    await lockChangeOrder(within, [patientId]);
    await within.run(open, { patientId, resourceIds });
  });
}

type Value = Pick<LabValue, 'name' | 'kind' | 'comparator' | 'value' | 'unit'>;
const shownKinds: ReadonlySet<string> = new Set(['quantity', 'text', 'code', 'range', 'ratio']);
/** A longer value is a text, which is not repeated here. */
const longest = 100;
const textOf = ({ comparator, value, unit }: Value): string =>
  `${comparator ?? ''}${value ?? ''}${unit === null ? '' : ` ${unit}`}`;
const sayable = (values: readonly Value[]) =>
  values.flatMap((one) => {
    const text = textOf(one);
    return one.value === null || !shownKinds.has(one.kind) || text.length > longest
      ? []
      : [{ name: one.name, value: text }];
  });

/** The values that are another now, as they were. */
export function changedValues(before: readonly Value[], now: readonly Value[]): { name: string; value: string }[] {
  return sayable(
    before.filter((was, at) => {
      const is = now[at]?.name === was.name ? now[at] : now.find(({ name }) => name === was.name);
      return is === undefined || textOf(is) !== textOf(was);
    }),
  );
}

const holders = statement(
  'recordChanges.holders',
  `select own.id, l.resource_id as "resourceId" from record_resources own
     join record_links l on l.target_type = own.type and l.target_id = own.resource_id and l.relation = 'member'
     join record_resources holder on holder.id = l.resource_id and holder.source = own.source and holder.patient_id = $patientId
   where own.id = any($resourceIds::bigint[])`,
  v.object({ id: v.number(), resourceId: v.number() }),
);

const last = (touched: readonly Touched[]) =>
  touched.reduce((one, other) => (other.changedAt > one.changedAt ? other : one));

interface Reading {
  readonly touched: readonly Touched[];
  /** What was taken back of the result. */
  readonly lost: readonly Touched[];
  readonly valuesOf: ReadonlyMap<number, LabValue[]>;
  readonly openings: Openings;
}
function ofShown(result: IndexedResult, { touched, lost, valuesOf, openings }: Reading): FoundChange[] {
  const ids = resourcesOf(result);
  const parts = touched.filter(({ resourceId, isPresent }) => isPresent && ids.includes(resourceId));
  const all = [...parts, ...lost];
  const [any] = all;
  if (any === undefined) return [];
  const isNew = lost.length === 0 && parts.length === ids.length && parts.every(({ before }) => before === null);
  const isCorrected = parts.some(({ before, status }) => before !== null && corrections.has(status));
  const kind: RecordChangeKind = isNew ? 'new' : isCorrected ? 'corrected' : 'changed';
  const head = headOf(result, openings.openingOf(result));
  const valuesBefore =
    head.opening !== 'open'
      ? []
      : all.flatMap(({ resourceId, isPresent, before }) =>
          before === null
            ? []
            : isPresent
              ? changedValues(before.values, valuesOf.get(resourceId) ?? [])
              : sayable(before.values),
        );
  return [
    {
      key: `result ${String(result.labResultId)}`,
      kind,
      isSeen: all.every(({ isSeen }) => isSeen),
      row: { kind: 'result', labResultId: result.labResultId },
      name: nameOf(result),
      listKey: null,
      date: head.startDate,
      source: head.labName ?? any.systemName,
      changedAt: last(all).changedAt,
      valuesBefore,
      entryBefore: null,
    },
  ];
}

const isOfResult = (before: ShownBefore | null): before is ShownBefore => before?.kind === 'result';
/** The names of reports, where there are any: their values are named in them. */
function goneName(all: readonly ShownBefore[]): string | null {
  const reports = all.filter(({ values }) => values.length === 0);
  const names = [...new Set((reports.length > 0 ? reports : all).flatMap(({ name }) => name ?? []))];
  return names.length === 0 ? null : names.join(', ');
}

function ofGone(touched: readonly Touched[], openings: Openings): FoundChange[] {
  const [first] = touched;
  const before = touched.map((one) => one.before).filter(isOfResult);
  const [was] = before;
  if (first === undefined || was === undefined) return [];
  // Whether the reader had opened it is not known any more.
  const mayTell =
    !openings.asksFirst && !before.some(({ labResultId }) => openings.waiting.some((id) => id === labResultId));
  return [
    {
      key: `gone ${String(first.resourceId)}`,
      kind: 'gone',
      isSeen: touched.every(({ isSeen }) => isSeen),
      row: { kind: 'none' },
      name: goneName(before),
      listKey: null,
      date: takenOn(was),
      source: before.find(({ institution }) => institution !== null)?.institution ?? first.systemName,
      changedAt: last(touched).changedAt,
      valuesBefore: mayTell ? before.flatMap(({ values }) => sayable(values)) : [],
      entryBefore: null,
    },
  ];
}

const keyOf = ({ source }: Touched, key: string): string => `${source} ${key}`;
/** What was taken back, with what it belonged to: the reports that are gone with their values. */
function goneTogether(gone: readonly Touched[]): Touched[][] {
  const holderOf = new Map(
    gone.flatMap((one) => (one.before?.members ?? []).map((member) => [keyOf(one, member), one] as const)),
  );
  const groups = new Map<Touched, Touched[]>();
  for (const one of gone) {
    const seen = new Set([one]);
    let top = one;
    for (;;) {
      const holder = top.before === null ? undefined : holderOf.get(keyOf(top, top.before.key));
      if (holder === undefined || seen.has(holder)) break;
      seen.add(holder);
      top = holder;
    }
    groups.set(top, [...(groups.get(top) ?? []), one]);
  }
  return [...groups.values()];
}

/** What changed in the list of test results. Nothing is said of what the facility holds back, or of values that are closed to the reader. */
export async function resultChanges(
  db: Db,
  { actor: { userId }, patientId }: RecordReader,
  touched: readonly Touched[],
): Promise<FoundChange[]> {
  const gone = touched.filter(({ isPresent, before }) => !isPresent && isOfResult(before));
  const present = touched.filter(({ isPresent }) => isPresent);
  const links =
    gone.length === 0
      ? []
      : await db.many(holders, { patientId, resourceIds: gone.map(({ resourceId }) => resourceId) });
  const heldBy = (one: Touched): number[] => [
    ...links.flatMap(({ id, resourceId }) => (id === one.resourceId ? [resourceId] : [])),
    ...present.flatMap(({ resourceId, source, before }) =>
      source === one.source && before?.members.includes(one.before?.key ?? '') ? [resourceId] : [],
    ),
  ];
  const groups = goneTogether(gone).map((parts) => {
    const labResultIds = new Set(parts.flatMap(({ before }) => before?.labResultId ?? []));
    return {
      parts,
      labResultIds: [...labResultIds].map((id) => v.parse(LabResultId, id)),
      holderIds: parts.flatMap(heldBy),
    };
  });
  const presentIds = present.map(({ resourceId }) => resourceId);
  const { results } = await readLabScope(db, patientId, {
    resourceIds: [...presentIds, ...groups.flatMap(({ holderIds }) => holderIds)],
    labResultIds: groups.flatMap(({ labResultIds }) => labResultIds),
  });
  const openings = await readOpenings(db, userId, patientId);
  const valuesOf = await readLabValues(db, presentIds);
  const lost = new Map<number, Touched[]>();
  const found: FoundChange[] = [];
  for (const { parts, labResultIds, holderIds } of groups) {
    const shown = results.find(
      (result) =>
        labResultIds.some((id) => id === result.labResultId) ||
        resourcesOf(result).some((id) => holderIds.includes(id)),
    );
    if (shown !== undefined) lost.set(shown.labResultId, [...(lost.get(shown.labResultId) ?? []), ...parts]);
    else {
      // With a part that is held back, all of it is.
      const rest = await readLabScope(db, patientId, { resourceIds: holderIds, labResultIds });
      if (rest.heldIds.length === 0) found.push(...ofGone(parts, openings));
    }
  }
  return [
    ...results.flatMap((result) =>
      ofShown(result, { touched, lost: lost.get(result.labResultId) ?? [], valuesOf, openings }),
    ),
    ...found,
  ];
}
