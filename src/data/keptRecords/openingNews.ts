import { browserKeyring } from '../vault/browserKeyring.ts';
import { currentOpenedVault, noteEntry } from '../vault/keeper.ts';
import type { KeyringEntry } from '../vault/keyringEntries.ts';
import { lostHere } from '../vault/unlocking.ts';
import { forgetOfflineCopyNews, offlineCopyNews, tellOfflineCopyNews } from './offlineCopyNews.ts';
import { clearMarker, type KeptMarker, readMarker, writeMarker } from './marker.ts';
import type { OpenedRecords } from './recordStore.ts';

/** The browser deleted the copy but not the vault, so unsent answers are still there. Null when the copy was ended on purpose. */
function onlyRecordsLost(): KeptMarker | null {
  if (readMarker() === null) return null;
  const lost = { unsent: 0 };
  writeMarker(lost);
  return lost;
}

/** Tells the person what happened to the offline copy while they were away. */
export async function tellOpeningNews(found: OpenedRecords | null, standing: KeyringEntry | undefined): Promise<void> {
  const lost =
    found?.kind === 'lost'
      ? onlyRecordsLost()
      : found === null && standing !== undefined
        ? await lostHere().catch(() => null)
        : null;
  if (found?.kind === 'newer') tellOfflineCopyNews({ kind: 'newer' });
  else if (found?.kind === 'expired' || standing?.hasExpired === true) tellOfflineCopyNews({ kind: 'expired' });
  else if (lost !== null) tellOfflineCopyNews({ kind: 'lost', ...lost });
  else forgetOfflineCopyNews();
}

/** The person has read the news. */
export async function endOfflineCopyNews(): Promise<void> {
  if (offlineCopyNews()?.kind === 'lost') clearMarker();
  forgetOfflineCopyNews();
  const opened = currentOpenedVault();
  if (opened?.entry.hasExpired === true)
    noteEntry(
      await browserKeyring()
        .noteExpiryTold(opened.entry)
        .catch(() => opened.entry),
    );
}
