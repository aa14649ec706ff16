import type { Capability, PatientId, UserProfile } from '@portal/api';
import { useEffect, useMemo, useState } from 'react';
import { useIsInstallNew } from '../../browser/install.ts';
import { useConnection } from '../../data/connection.ts';
import { useKeeping } from '../../data/keptRecords/state.ts';
import { statusOf } from '../../data/errors.ts';
import { afterAnswers } from '../../data/query/afterAnswers.ts';
import { useCallQueries } from '../../data/query/query.ts';
import { useSession } from '../../data/session.ts';
import type { ToDoEntry } from '../../records/toDo/ToDoRow.tsx';
import { useSavedText } from '../../records/usePreference.ts';
import { useMessage, useWords } from '../../words/index.ts';
import { declinedSteps, type SetUpRules, type SetUpStep } from '../module.ts';
import { allSetUpSteps } from '../routing/pages.ts';
import { useAllowance } from './allowance.ts';
import { useLinkTo } from './useLinkTo.ts';
import { pressOf } from './useToDoEntries.ts';

const namesIn = (saved: string | undefined): readonly string[] =>
  (saved ?? '').split(',').filter((name) => name !== '');

/** The steps of the modules that a person has, for their own record. */
const setUpStepsOf = (
  profile: UserProfile,
  patientId: PatientId,
  has: (capability: Capability) => boolean,
): readonly SetUpStep[] =>
  profile.loginType !== 'patientLinkUser' &&
  profile.ids.some(({ idType, value }) => idType === 'Patient' && value === patientId)
    ? allSetUpSteps().filter(({ capability }) => capability === null || has(capability))
    : [];

/**
 * The rules of the steps as they load, once Home shows what is more pressing: one of them brings the code of the offline copy. Null: one
 * could not be loaded, so the step is left out.
 */
function useRules(steps: readonly SetUpStep[]): ReadonlyMap<SetUpStep, SetUpRules | null> {
  const [loaded, setLoaded] = useState<ReadonlyMap<SetUpStep, SetUpRules | null>>(new Map());
  useEffect(() => {
    let isGone = false;
    const stop = afterAnswers(() => {
      const all = steps.map(async (step) => [step, await step.load().catch(() => null)] as const);
      void Promise.all(all).then((rules) => {
        if (!isGone) setLoaded(new Map(rules));
      });
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [steps]);
  return loaded;
}

/** The answer of a query; null for a 404, undefined where there is none. */
function answerOf({ data, error }: { readonly data: unknown; readonly error: unknown }): unknown {
  if (data !== undefined) return data;
  return statusOf(error) === 404 ? null : undefined;
}

/**
 * The remaining steps under "Get set up", for the patient only. Nothing without a connection, and until everything that decides is loaded,
 * so that the list does not grow under the finger.
 */
export function useSetUpEntries(profile: UserProfile, patientId: PatientId): readonly ToDoEntry[] {
  const { t, locale } = useWords();
  const allowance = useAllowance();
  const linkTo = useLinkTo();
  const keeping = useKeeping();
  const canInstall = useIsInstallNew();
  const standing = useMessage()?.code ?? null;
  const connection = useConnection();
  const isOnline = useSession()?.mode === 'online' && connection === 'online';
  const [declined, decline] = useSavedText(profile.userId, declinedSteps);
  const steps = useMemo(() => setUpStepsOf(profile, patientId, allowance.has), [profile, patientId, allowance]);
  const rules = useRules(steps);
  const asked = steps.map((step) => rules.get(step)?.queries?.(patientId) ?? []);
  const answers = useCallQueries(asked.flat());
  const isKnown =
    steps.every((step) => rules.has(step)) && answers.every(({ data, error }) => data !== undefined || error !== null);
  if (!isOnline || declined === null || !isKnown) return [];
  const names = namesIn(declined);
  const facts = { t, locale, profile, has: allowance.has, keeping, canInstall, standing };
  return steps.flatMap((step, at): ToDoEntry[] => {
    const first = asked.slice(0, at).flat().length;
    const its = answers.slice(first, first + (asked[at]?.length ?? 0)).map(answerOf);
    const item =
      names.includes(step.name) || its.includes(undefined) ? null : (rules.get(step)?.item(its, facts) ?? null);
    const action = item === null ? null : pressOf(item.action, linkTo);
    if (item === null || action === null) return [];
    const { title, line, declineHere } = item;
    return [
      {
        key: `set up ${step.name}`,
        title,
        line,
        rank: 2,
        day: null,
        action,
        decline: {
          label: t('core.notNow'),
          press: declineHere ?? (() => decline([...names, step.name].join(','))),
        },
      },
    ];
  });
}
