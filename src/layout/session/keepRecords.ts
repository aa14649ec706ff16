import { keepAhead } from '../../data/keptRecords/ahead.ts';
import { tellWhatIsKept } from '../../data/keptRecords/tellServer.ts';
import { allKeeps } from '../routing/pages.ts';

/** Fetches the offline copy ahead of time if this device has one, and tells the server which devices have one. Safe to call again. */
export function startKeepingRecords(): void {
  keepAhead(allKeeps());
  tellWhatIsKept();
}
