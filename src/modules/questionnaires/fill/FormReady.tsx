import type { AssignedQuestionnaire } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { isFormReady, loadFormChunks } from './formChunks.tsx';

/** Shows what is inside once the questionnaire has the parts that it needs; at once where it needs none. */
export function FormReady({
  questionnaire,
  children,
}: {
  questionnaire: AssignedQuestionnaire;
  children: ReactNode;
}): ReactNode {
  const [loaded, setLoaded] = useState<AssignedQuestionnaire | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const isReady = loaded === questionnaire || isFormReady(questionnaire);
  useEffect(() => {
    if (isReady) return;
    loadFormChunks(questionnaire, 'portal').then(
      () => setLoaded(questionnaire),
      (error: unknown) => setFailure({ error }),
    );
  }, [isReady, questionnaire]);
  // The page around has the words for parts that could not be loaded.
  if (failure) throw failure.error;
  return isReady ? children : <Skeleton lines={8} />;
}
