import type { PatientId } from '@portal/api';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useUnsentDrafts } from '../../data/drafts/unsentDrafts.ts';
import { useUnsentMessages } from '../../data/messages/unsentMessages.ts';
import { useCalls } from '../../data/query/query.ts';
import type { ToDoRules } from '../module.ts';
import { useAllowance } from './allowance.ts';
import { toDosOf } from './badges.ts';

interface UncountedToDosProps {
  readonly patientId: PatientId;
  readonly onCount: (count: number) => void;
}

/** Reports how many things to do the server's counts miss, because only this device knows of them. Renders nothing. */
export function UncountedToDos({ patientId, onCount }: UncountedToDosProps): ReactNode {
  const allowance = useAllowance();
  const toDos = useMemo(() => toDosOf(allowance), [allowance]);
  const [rules, setRules] = useState<readonly (ToDoRules | null)[]>([]);
  const unsent = (useUnsentDrafts() ?? []).filter(
    (draft) => draft.patientId === patientId && draft.submission !== 'none',
  );
  const unsentMessages = (useUnsentMessages() ?? []).filter(
    (message) => message.patientId === patientId && message.submission !== 'none',
  );
  const isNeeded = unsent.length + unsentMessages.length > 0;
  useEffect(() => {
    if (isNeeded) void Promise.all(toDos.map(({ load }) => load().catch(() => null))).then(setRules);
  }, [isNeeded, toDos]);
  const lists = useCalls(
    toDos.flatMap(({ atServer }) => atServer?.list ?? []),
    { params: { patientId } },
    { enabled: isNeeded },
  );
  const listed = toDos.filter(({ atServer }) => atServer !== null);
  const count = toDos.reduce((sum, toDo, at) => {
    const answer: unknown = toDo.atServer === null ? null : lists[listed.indexOf(toDo)]?.data;
    return answer === undefined ? sum : sum + (rules[at]?.uncounted?.(answer, { unsent, unsentMessages }) ?? 0);
  }, 0);
  useEffect(() => {
    onCount(count);
    return () => onCount(0);
  }, [count, onCount]);
  return null;
}
