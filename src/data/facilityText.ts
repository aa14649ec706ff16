import { type ContentKey, type FacilityId, getFacilityText } from '@portal/api';
import { useCallback, useEffect, useRef, useState } from 'react';
import { langOf, useWords } from '../words/index.ts';
import { connection, subscribeToConnection, useConnection } from './connection.ts';
import { failureOf } from './errors.ts';
import { loadFacility } from './facility.ts';
import { fetchCall } from './fetchCall.ts';

/** One of the facility's own texts, on its way, there, or not to be had. */
export type FacilityText =
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'text';
      readonly html: string;
      /** What it is written in, where the server tells it. */ readonly lang: string | undefined;
      /** Of the terms of use, where the server tells it. */ readonly version: string | undefined;
      readonly again: () => void;
    }
  | {
      readonly kind: 'failed';
      /** The facility has no such text. */ readonly isMissing: boolean;
      readonly again: () => void;
    };

const waiting: FacilityText = { kind: 'waiting' };

/** A text of the facility's in the reader's language; follows the language. Without an id it is the facility of this address. */
export function useFacilityText(contentKey: ContentKey, given?: FacilityId): FacilityText {
  const { language } = useWords();
  const [text, setText] = useState<FacilityText>(waiting);
  const [attempt, setAttempt] = useState(0);
  const isOffline = useConnection() === 'offline';
  const again = useCallback(() => {
    setText(waiting);
    setAttempt((count) => count + 1);
  }, []);
  useEffect(() => {
    let gone = false;
    const load = async () => {
      const facilityId = given ?? (await loadFacility()).facilityId;
      // Whoever asks again wants to see what there is now.
      return fetchCall(getFacilityText, { params: { contentKey, facilityId }, query: { language } }, attempt > 0);
    };
    load().then(
      ({ content, version, language: written }) =>
        !gone && setText({ kind: 'text', html: content, lang: langOf(written), version, again }),
      (error: unknown) => {
        const failure = failureOf(error);
        const isMissing = failure?.kind === 'refused' && failure.status === 404;
        if (!gone) setText({ kind: 'failed', isMissing, again });
      },
    );
    return () => {
      gone = true;
    };
  }, [contentKey, given, language, attempt, again]);
  const isFailed = useRef(false);
  useEffect(() => {
    isFailed.current = text.kind === 'failed' && !text.isMissing;
  }, [text]);
  useEffect(
    () =>
      subscribeToConnection(() => {
        if (connection() === 'online' && isFailed.current) again();
      }),
    [again],
  );
  // What was never loaded cannot come without a connection: it is not waited for, although the call goes on trying.
  return text.kind === 'waiting' && isOffline ? { kind: 'failed', isMissing: false, again } : text;
}
