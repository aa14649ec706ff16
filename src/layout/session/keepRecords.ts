import { keepAhead } from '../../data/keptRecords/ahead.ts';
import { tellWhatIsKept } from '../../data/keptRecords/tellServer.ts';
import { allKeeps } from '../routing/pages.ts';

/** Stores records ahead of time if this device keeps any, and tells the server which devices do. Safe to call again. */
export function startKeepingRecords(): void {
  keepAhead(allKeeps());
  tellWhatIsKept();
}
