import type { PatientId } from '@portal/api';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useUnsentDrafts } from '../../data/drafts/portal.ts';
import { useCalls } from '../../data/query/query.ts';
import type { ToDoRules } from '../module.ts';
import { useAllowance } from './allowance.ts';
import { toDosOf } from './badges.ts';

interface UncountedToDosProps {
  readonly patientId: PatientId;
  readonly onCount: (count: number) => void;
}

/** Tells how many things to do the counts of the server miss, as only this device knows of them. Draws nothing. */
export function UncountedToDos({ patientId, onCount }: UncountedToDosProps): ReactNode {
  const allowance = useAllowance();
  const toDos = useMemo(() => toDosOf(allowance), [allowance]);
  const [rules, setRules] = useState<readonly (ToDoRules | null)[]>([]);
  const unsent = (useUnsentDrafts() ?? []).filter(
    (draft) => draft.patientId === patientId && draft.submission !== 'none',
  );
  const isNeeded = unsent.length > 0;
  useEffect(() => {
    if (isNeeded) void Promise.all(toDos.map(({ load }) => load().catch(() => null))).then(setRules);
  }, [isNeeded, toDos]);
  const lists = useCalls(
    toDos.map(({ list }) => list),
    { params: { patientId } },
    { enabled: isNeeded },
  );
  const count = toDos.reduce((sum, _, at) => {
    const answer = lists[at]?.data;
    return answer === undefined ? sum : sum + (rules[at]?.uncounted?.(answer, unsent) ?? 0);
  }, 0);
  useEffect(() => {
    onCount(count);
    return () => onCount(0);
  }, [count, onCount]);
  return null;
}
