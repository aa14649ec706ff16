import { getMedicalNotePage, type MedicalNote } from '@portal/api';
import { useCallback, useEffect, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { fileAddress } from '../../data/download.ts';
import { failureOf } from '../../data/errors.ts';
import { offlineFileOf } from './notes.ts';

/** The address of a page for a frame or a picture; `page`: the page within the file, which is then a whole PDF. */
type PageAddress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'there'; readonly url: string; readonly page: number | null }
  | { readonly kind: 'failed'; readonly isOffline: boolean };

interface Known {
  readonly asked: string;
  readonly isOnline: boolean;
  readonly address: PageAddress;
}

/**
 * The address of a page with a ticket for one use or, without a connection, of this device's copy. It is renewed for another page, for
 * another version of the note, when the browser restores the page from its cache, and when the network returns; `again` renews it.
 */
export function usePageAddress(
  { patientId, ptMedicalNoteId: noteId, forms, changedAt }: MedicalNote,
  pageNumber: number,
): readonly [PageAddress, () => void] {
  const isOnline = useConnection() === 'online';
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((last) => last + 1), []);
  const asked = [noteId, pageNumber, changedAt, round].join(' ');
  const [known, setKnown] = useState<Known | null>(null);
  const isThere = known?.asked === asked && known.address.kind === 'there';
  useEffect(() => {
    // A page that is shown stays without a network.
    if (isThere) return;
    let isLate = false;
    const kept = offlineFileOf(forms, pageNumber);
    const wanted = isOnline ? { pageNumber, isWhole: false, page: null } : kept;
    const params = { patientId, noteId, pageNumber: wanted.pageNumber };
    const settle = (address: PageAddress) => {
      if (!isLate) setKnown({ asked, isOnline, address });
    };
    fileAddress(getMedicalNotePage, params, wanted.isWhole ? { whole: 'true' } : {}).then(
      ({ url }) => settle({ kind: 'there', url, page: wanted.page }),
      (error: unknown) => settle({ kind: 'failed', isOffline: !isOnline || failureOf(error)?.kind === 'offline' }),
    );
    return () => {
      isLate = true;
    };
  }, [patientId, noteId, forms, pageNumber, asked, isOnline, isThere]);
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) again();
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [again]);
  if (known?.asked === asked && (isThere || known.isOnline === isOnline)) return [known.address, again];
  return [{ kind: 'waiting' }, again];
}
