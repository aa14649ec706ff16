import { type SubmitEvent, useRef, useState } from 'react';
import { markTitleFailed } from '../../shell/title.ts';

/** A form's try to be sent. */
export interface Try {
  /** True once it was tried: from then on what is wrong is shown. */
  readonly tried: boolean;
  readonly busy: boolean;
  readonly submit: (event: SubmitEvent) => void;
}

/**
 * Sends a form once at a time. `firstProblem` is the id of the first control at fault, which gets the focus instead, and the title
 * says that something is wrong; `work` says itself what went wrong.
 */
export function useTry(firstProblem: () => string | null, work: () => Promise<void>): Try {
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async () => {
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    tried,
    busy,
    submit(event) {
      event.preventDefault();
      if (running.current) return;
      setTried(true);
      const problem = firstProblem();
      markTitleFailed(problem !== null);
      if (problem === null) void run();
      else document.getElementById(problem)?.focus();
    },
  };
}
