import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { provideProof } from '../../data/proof.ts';
import { currentSession, onSessionEnd } from '../../data/session.ts';
import { loadWords } from '../../words/index.ts';
import type { ProofDialogProps } from '../dialogs/ProofElsewhere.tsx';

interface Question {
  readonly Dialog: ComponentType<ProofDialogProps>;
  readonly answer: (proved: boolean) => void;
}

/** Asks for the password when a call was refused for want of it; the call waits behind the dialog with what was typed. */
export function ProofOfPresence(): ReactNode {
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(
    () =>
      provideProof(async () => {
        const [{ ProofDialog }] = await Promise.all([
          import('../dialogs/ProofDialog.tsx'),
          loadWords('layout', 'form'),
        ]).catch(() => [{ ProofDialog: null }]);
        if (ProofDialog === null || currentSession() === null) return false;
        return new Promise<boolean>((resolve) => {
          const answer = (proved: boolean) => {
            stop();
            setQuestion(null);
            resolve(proved);
          };
          const stop = onSessionEnd(() => answer(false));
          setQuestion({ Dialog: ProofDialog, answer });
        });
      }),
    [],
  );

  return question === null ? null : <question.Dialog onAnswer={question.answer} />;
}
