import { type ContentKey, type FacilityId, getFacilityText } from '@portal/api';
import { useCallback, useEffect, useRef, useState } from 'react';
import { untilStopped } from '../browser/untilStopped.ts';
import { langOf, useWords } from '../words/index.ts';
import { connection, subscribeToConnection, useConnection } from './connection.ts';
import { statusOf } from './errors.ts';
import { loadFacility } from './facility.ts';
import { fetchCall } from './fetchCall.ts';

/** One of the facility's own texts, with the state of its loading. */
export type FacilityText =
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'text';
      readonly html: string;
      /** The text's language, where the server says it. */ readonly lang: string | undefined;
      /** The version of the terms of use, where the server says it. */ readonly version: string | undefined;
      readonly again: () => void;
    }
  | {
      readonly kind: 'failed';
      /** The facility does not have this text. */ readonly isMissing: boolean;
      readonly again: () => void;
    };

const waiting: FacilityText = { kind: 'waiting' };

/** A text of the facility in the reader's language; follows language changes. Without an id, the facility of this address. */
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
    const load = async () => {
      const facilityId = given ?? (await loadFacility()).facilityId;
      // A retry wants the server's current answer, not the cached one.
      return fetchCall(getFacilityText, { params: { contentKey, facilityId }, query: { language } }, attempt > 0);
    };
    return untilStopped(
      load(),
      ({ content, version, language: written }) =>
        setText({ kind: 'text', html: content, lang: langOf(written), version, again }),
      (error) => setText({ kind: 'failed', isMissing: statusOf(error) === 404, again }),
    );
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
  // A text that was never loaded cannot come without a connection, so it counts as failed although the call is still being retried.
  return text.kind === 'waiting' && isOffline ? { kind: 'failed', isMissing: false, again } : text;
}
