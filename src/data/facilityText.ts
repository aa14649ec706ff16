import { type ContentKey, type FacilityId, getFacilityText } from '@portal/api';
import { useCallback, useEffect, useState } from 'react';
import { useWords } from '../words/index.ts';
import { loadFacility } from './facility.ts';
import { send } from './http.ts';

/** One of the facility's own texts, on its way, there, or not to be had. */
export type FacilityText = { readonly kind: 'waiting' } | { readonly kind: 'text'; readonly html: string; /** Of the terms of use, where the server tells it. */ readonly version: string | undefined; readonly again: () => void } | { readonly kind: 'failed'; readonly again: () => void };

const waiting: FacilityText = { kind: 'waiting' };

/** A text of the facility's in the reader's language; follows the language. Without an id it is the facility of this address. */
export function useFacilityText(contentKey: ContentKey, given?: FacilityId): FacilityText {
  const { language } = useWords();
  const [text, setText] = useState<FacilityText>(waiting);
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => {
    setText(waiting);
    setAttempt((count) => count + 1);
  }, []);
  useEffect(() => {
    let gone = false;
    const load = async () => {
      const facilityId = given ?? (await loadFacility()).facilityId;
      return send(getFacilityText, { params: { contentKey, facilityId }, query: { language } });
    };
    load().then(
      ({ content, version }) => !gone && setText({ kind: 'text', html: content, version, again }),
      () => !gone && setText({ kind: 'failed', again }),
    );
    return () => {
      gone = true;
    };
  }, [contentKey, given, language, attempt, again]);
  return text;
}
