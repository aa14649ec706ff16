import type { PatientId } from '@portal/api';
import { useEffect, useMemo, useState } from 'react';
import { useUnsentDrafts } from '../../data/drafts/unsentDrafts.ts';
import { useUnsentMessages } from '../../data/messages/unsentMessages.ts';
import { useFacility } from '../../data/facility.ts';
import { useCalls } from '../../data/query/query.ts';
import type { ToDo, ToDoAction, ToDoFacts, ToDoItem } from '../module.ts';
import { useAllowance } from './allowance.ts';
import { toDosOf } from './badges.ts';
import { useLinkTo } from './useLinkTo.ts';
import { useNow } from '../../data/useNow.ts';
import { useWords } from '../../words/index.ts';
import type { ToDoEntry, ToDoPress } from '../../records/toDo/ToDoRow.tsx';

/** Stands for the answer of a module without a list on the server. */
const here = { data: null, error: null };

type Items = (answer: unknown, facts: ToDoFacts) => readonly ToDoItem[];

/** The rules that have been loaded, so that a page which is drawn after them shows their entries at once. */
const loadedRules = new WeakMap<ToDo, Items>();

/** Loads the rule of a module. */
export async function loadRule(toDo: ToDo): Promise<Items> {
  const { items } = await toDo.load();
  loadedRules.set(toDo, items);
  return items;
}

/** The rules of the modules as they load; undefined: loading, null: could not be loaded. */
function useRules(toDos: readonly ToDo[], attempt: number): readonly (Items | null | undefined)[] {
  const [loaded, setLoaded] = useState<ReadonlyMap<ToDo, Items | null>>(new Map());
  const rules = toDos.map((toDo) => (loaded.has(toDo) ? loaded.get(toDo) : loadedRules.get(toDo)));
  useEffect(() => {
    let isGone = false;
    for (const toDo of toDos.filter((_, at) => !rules[at])) {
      const keep = (items: Items | null) => {
        if (!isGone) setLoaded((last) => new Map(last).set(toDo, items));
      };
      loadRule(toDo).then(keep, () => keep(null));
    }
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- those that this drawing did not have
  }, [toDos, attempt]);
  return rules;
}

interface ToDoEntries {
  /** null: not known yet. */
  readonly entries: readonly ToDoEntry[] | null;
  readonly hasFailed: boolean;
  readonly again: () => void;
  /** When the oldest part of it was loaded; null where nothing is loaded. */
  readonly loadedAt: number | null;
}

/** What modules put under "To do", with links; null where no module could. `forVisit`: only what prepares a visit. */
export function useToDoEntries(patientId: PatientId, { forVisit = false } = {}): ToDoEntries | null {
  const { t, locale } = useWords();
  const allowance = useAllowance();
  const linkTo = useLinkTo();
  const now = useNow();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const drafts = useUnsentDrafts();
  const messages = useUnsentMessages();
  const [attempt, setAttempt] = useState(0);
  const toDos = useMemo(
    () => toDosOf(allowance).filter(({ preparesVisit = false }) => preparesVisit || !forVisit),
    [allowance, forVisit],
  );
  const rules = useRules(toDos, attempt);
  const answers = useCalls(
    toDos.flatMap(({ atServer }) => atServer?.list ?? []),
    { params: { patientId } },
  );
  const facts: ToDoFacts = {
    t,
    locale,
    now,
    timeZone,
    unsent: (drafts ?? []).filter((draft) => draft.patientId === patientId),
    unsentMessages: (messages ?? []).filter((message) => message.patientId === patientId),
  };
  const listed = toDos.filter(({ atServer }) => atServer !== null);
  const parts = toDos.map((toDo, at) => ({
    rule: rules[at],
    // Things that the server has no list of are not waited for.
    answer: toDo.atServer === null ? here : answers[listed.indexOf(toDo)],
  }));
  const isWaiting = parts.some(
    ({ rule, answer }) => rule === undefined || (answer?.data === undefined && answer?.error === null),
  );
  const items = parts.flatMap(({ rule, answer }) =>
    rule && answer?.data !== undefined ? rule(answer.data, facts) : [],
  );
  // If no module has a list on the server, this part is shown only while something waits on this device.
  if (listed.length === 0 && items.length === 0) return null;
  const loadedAt = answers.flatMap(({ data, dataUpdatedAt }) => (data === undefined ? [] : [dataUpdatedAt]));
  return {
    entries: isWaiting ? null : items.map((item) => entryOf(item, linkTo)),
    hasFailed:
      !isWaiting && parts.some(({ rule, answer }) => rule === null || (answer?.data === undefined && answer?.error)),
    again: () => {
      setAttempt((count) => count + 1);
      for (const { data, refetch } of answers) if (data === undefined) void refetch();
    },
    loadedAt: loadedAt.length === 0 ? null : Math.min(...loadedAt),
  };
}

/** What a press does, with its link; null where the person does not have that page. */
export function pressOf(action: ToDoAction, linkTo: ReturnType<typeof useLinkTo>): ToDoPress | null {
  if (action.kind === 'press') return action;
  const { label, path, search, part, needsConnection } = action;
  const way = linkTo(path, search, part);
  return way === null ? null : { kind: 'link', label, way, needsConnection };
}

const entryOf = ({ action, ...item }: ToDoItem, linkTo: ReturnType<typeof useLinkTo>): ToDoEntry => ({
  ...item,
  action: action === null ? null : pressOf(action, linkTo),
});
