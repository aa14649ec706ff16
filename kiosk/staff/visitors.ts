import { type AnswerOf, type CalendarDate, type FacilityId, type KioskState, searchKioskVisitors } from '@portal/api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { send } from '../../src/data/http.ts';
import type { CallError } from '../../src/data/errors.ts';
import { typedDate } from '../../src/ui/calendar.ts';
import { useWords } from '../../src/words/index.ts';

/** A list as it was answered, and whether it was searched for: while the next one is on its way, this one stays as it is. */
export interface VisitorList extends AnswerOf<typeof searchKioskVisitors> {
  readonly isSearch: boolean;
}

/** What staff look for. With words, all states are searched; without, one is listed. */
export interface Asked {
  readonly dueDate: CalendarDate;
  readonly facilityId: FacilityId | null;
  readonly words: string;
  readonly state: KioskState;
  readonly limit: number;
}

/** How long after the last keystroke a search goes out. */
const typingPause = 250;

function useSettled(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), typingPause);
    return () => clearTimeout(timer);
  }, [words]);
  // What was wiped out is no search any more.
  return words === '' ? '' : settled;
}

/** The query of one list. Its key holds what was typed: it stays in memory, and goes with the session. */
export const visitorQuery = (asked: Omit<Asked, 'state'> & { readonly state: KioskState | null }, locale: string) => {
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

/** The list as staff ask for it. The one before stays while a new one is on its way. */
export function useVisitors(asked: Asked) {
  const { locale } = useWords();
  const words = useSettled(asked.words);
  return useQuery<VisitorList, CallError>({
    ...visitorQuery({ ...asked, words }, locale),
    placeholderData: keepPreviousData,
  });
}
