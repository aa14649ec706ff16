import type { AssignedQuestionnaire } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { isFormReady, loadFormChunks } from './formChunks.tsx';

/** Shows its children once the parts that the questionnaire needs are loaded; at once where it needs none. */
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
  // The error page shows the message for parts that could not be loaded.
  if (failure) throw failure.error;
  return isReady ? children : <Skeleton lines={8} />;
}
