import { keepAhead } from '../../data/keptRecords/ahead.ts';
import { tellWhatIsKept } from '../../data/keptRecords/tellServer.ts';
import { allKeeps } from '../routing/pages.ts';

/** Keeps records ahead of time wherever this device keeps any, and lets the server know which devices do. Safe to call again. */
export function startKeepingRecords(): void {
  keepAhead(allKeeps());
  tellWhatIsKept();
}
