import { getMedicalNotePage, type MedicalNote } from '@portal/api';
import { useCallback, useEffect, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { ticketUrl } from '../../data/download.ts';
import { failureOf } from '../../data/errors.ts';

/** The address of a page for a frame or a picture. */
export type PageAddress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'there'; readonly url: string }
  | { readonly kind: 'failed'; readonly isOffline: boolean };

/**
 * The address of a page with a ticket for one use. A new ticket comes by itself with another page, when the browser brings the page back from
 * its cache, and with the network; `again` asks for one.
 */
export function usePageAddress(
  { patientId, ptMedicalNoteId: noteId }: MedicalNote,
  pageNumber: number,
): readonly [PageAddress, () => void] {
  const isOnline = useConnection() === 'online';
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((last) => last + 1), []);
  const asked = `${String(noteId)} ${String(pageNumber)} ${String(round)}`;
  const [known, setKnown] = useState<{ readonly asked: string; readonly address: PageAddress } | null>(null);
  const isThere = known?.asked === asked && known.address.kind === 'there';
  useEffect(() => {
    // A page that is shown stays so without a network.
    if (isThere || !isOnline) return;
    let isLate = false;
    ticketUrl(getMedicalNotePage, { patientId, noteId, pageNumber }, {}).then(
      ({ url }) => {
        if (!isLate) setKnown({ asked, address: { kind: 'there', url } });
      },
      (error: unknown) => {
        if (!isLate) setKnown({ asked, address: { kind: 'failed', isOffline: failureOf(error)?.kind === 'offline' } });
      },
    );
    return () => {
      isLate = true;
    };
  }, [patientId, noteId, pageNumber, asked, isOnline, isThere]);
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) again();
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [again]);
  if (isThere) return [known.address, again];
  if (!isOnline) return [{ kind: 'failed', isOffline: true }, again];
  return [known?.asked === asked ? known.address : { kind: 'waiting' }, again];
}
