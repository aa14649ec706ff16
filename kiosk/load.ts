import { useCallback, useEffect, useState } from 'react';
import { type Failure, failureOf } from '../src/data/errors.ts';

/** What a page waits for. Kept in the component alone: the kiosk has no cache that could outlive a person. */
export type Loaded<T> = { readonly kind: 'waiting' } | { readonly kind: 'there'; readonly value: T } | { readonly kind: 'failed'; readonly failure: Failure };

/** Loads again whenever `load` changes and when asked to; an answer that comes too late is dropped. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): { readonly loaded: Loaded<T>; readonly again: () => void } {
  const [state, setState] = useState<{ readonly load: unknown; readonly round: number; readonly loaded: Loaded<T> }>({ load, round: 0, loaded: { kind: 'waiting' } });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const settle = (loaded: Loaded<T>): void => { if (!abort.signal.aborted) setState({ load, round, loaded }); };
    load(abort.signal).then(
      (value) => settle({ kind: 'there', value }),
      (error: unknown) => settle({ kind: 'failed', failure: failureOf(error) ?? { kind: 'malformed' } }),
    );
    return () => abort.abort();
  }, [load, round]);
  const isCurrent = state.load === load && state.round === round;
  return { loaded: isCurrent ? state.loaded : { kind: 'waiting' }, again: useCallback(() => setRound((one) => one + 1), []) };
}
