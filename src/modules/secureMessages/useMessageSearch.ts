import { type AnswerOf, type PatientId, searchMessages } from '@portal/api';
import { useEffect, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';

/** Milliseconds without a keystroke before the search is sent. */
const typingPause = 300;

/** The result of a search; the previous one stays until the next answer. */
export type MessageSearch =
  | { readonly kind: 'none' }
  | { readonly kind: 'offline' | 'failed' }
  | { readonly kind: 'found'; readonly words: string; readonly answer: AnswerOf<typeof searchMessages> };

const none: MessageSearch = { kind: 'none' };

/** Searches all messages, including the archive, after a pause in typing. */
export function useMessageSearch(patientId: PatientId, typed: string): MessageSearch {
  const isOnline = useConnection() === 'online';
  const [search, setSearch] = useState<MessageSearch>(none);
  const wanted = typed.trim().slice(0, 100);
  useEffect(() => {
    if (wanted === '' || !isOnline) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      send(searchMessages, { params: { patientId }, body: { text: wanted }, signal: gone.signal }).then(
        (answer) => {
          if (!gone.signal.aborted) setSearch({ kind: 'found', words: wanted, answer });
        },
        (error: unknown) => {
          const failure = failureOf(error);
          if (!gone.signal.aborted && failure?.kind !== 'sessionEnded')
            setSearch({ kind: failure?.kind === 'offline' ? 'offline' : 'failed' });
        },
      );
    }, typingPause);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [patientId, wanted, isOnline]);
  if (wanted === '') return none;
  return isOnline || search.kind === 'found' ? search : { kind: 'offline' };
}
