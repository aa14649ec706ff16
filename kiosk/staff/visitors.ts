import { type AnswerOf, type CalendarDate, type FacilityId, type KioskState, searchKioskVisitors } from '@portal/api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { send } from '../../src/data/http.ts';
import type { CallError } from '../../src/data/errors.ts';
import { typedDate } from '../../src/ui/calendar.ts';
import { useWords } from '../../src/words/index.ts';

/** A list as the server answered it, and whether it was a search. It stays the same while the next one is loading. */
export interface VisitorList extends AnswerOf<typeof searchKioskVisitors> {
  readonly isSearch: boolean;
}

/** What staff search for. With words, all states are searched; without, one is listed. */
export interface VisitorSearch {
  readonly dueDate: CalendarDate;
  readonly facilityId: FacilityId | null;
  readonly words: string;
  readonly state: KioskState;
  readonly limit: number;
}

/** Milliseconds after the last keystroke at which a search is sent. */
const typingPauseMs = 250;

function useSettled(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), typingPauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  // An empty box is no search.
  return words === '' ? '' : settled;
}

/** The query of one list. Its key holds what was typed: it is in memory only and is cleared with the session. */
export const visitorQuery = (
  asked: Omit<VisitorSearch, 'state'> & { readonly state: KioskState | null },
  locale: string,
) => {
  const isSearch = asked.words.trim() !== '';
  const body = {
    ...asked,
    words: asked.words.trim(),
    birthDate: isSearch ? typedDate(asked.words, locale) : null,
    state: isSearch ? null : asked.state,
  };
  return {
    queryKey: [searchKioskVisitors.name, {}, body] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<VisitorList> => ({
      ...(await send(searchKioskVisitors, { body, signal })),
      isSearch,
    }),
    staleTime: searchKioskVisitors.staleTime,
  };
};

/** The list that staff ask for. The previous one stays while a new one is loading. */
export function useVisitors(asked: VisitorSearch) {
  const { locale } = useWords();
  const words = useSettled(asked.words);
  return useQuery<VisitorList, CallError>({
    ...visitorQuery({ ...asked, words }, locale),
    placeholderData: keepPreviousData,
  });
}
