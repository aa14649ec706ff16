import type { SummarySection, UserId } from '@portal/api';
import { useMemo } from 'react';
import { useSavedText } from '../../records/usePreference.ts';
import { type Arrangement, arranged, movedOrder, readArrangement, writeArrangement } from './arrange.ts';
import { arrangementPreference } from './preferences.ts';

export interface Arranging {
  /** The sections in the reader's order; null while it is loading. */
  readonly shown: readonly SummarySection[] | null;
  /** Moves the section at an index by one. */
  readonly move: (index: number, step: -1 | 1) => void;
  /** Restores the order of each document. */
  readonly reset: () => void;
}

/** The order in which a person reads the sections of every document; saved with their account. */
export function useArrangement(userId: UserId, sections: readonly SummarySection[]): Arranging {
  const [saved, save] = useSavedText(userId, arrangementPreference, { saysFailures: true });
  const order = useMemo(() => (saved === null ? null : readArrangement(saved)), [saved]);
  const shown = useMemo(() => (order === null ? null : arranged(sections, order)), [order, sections]);
  const put = (next: Arrangement | null) => {
    if (next !== null) save(writeArrangement(next));
  };
  return {
    shown,
    move: (index, step) => {
      if (shown !== null && order !== null) put(movedOrder(shown, order, index, step));
    },
    reset: () => put([]),
  };
}
