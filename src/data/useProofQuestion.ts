import { useEffect, useState } from 'react';
import { provideProof } from './proof.ts';
import { currentSession, onSessionEnd } from './session.ts';

interface ProofQuestion<D> {
  readonly Dialog: D;
  readonly answer: (proved: boolean) => void;
}

/**
 * The dialog that asks who is at the page while a call waits for the answer; null while none waits. `load` brings the dialog, or null where
 * that failed; it stays the same function.
 */
export function useProofQuestion<D>(load: () => Promise<D | null>): ProofQuestion<D> | null {
  const [question, setQuestion] = useState<ProofQuestion<D> | null>(null);
  useEffect(() => {
    let waiting: ProofQuestion<D> | null = null;
    const withdraw = provideProof(async () => {
      const Dialog = await load();
      if (Dialog === null || currentSession() === null) return false;
      return new Promise<boolean>((resolve) => {
        const answer = (proved: boolean) => {
          stop();
          waiting = null;
          setQuestion(null);
          resolve(proved);
        };
        const stop = onSessionEnd(() => answer(false));
        waiting = { Dialog, answer };
        setQuestion(waiting);
      });
    });
    return () => {
      withdraw();
      waiting?.answer(false);
    };
  }, [load]);
  return question;
}
