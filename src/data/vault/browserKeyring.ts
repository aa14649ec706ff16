import { clearMarker } from '../keptRecords/marker.ts';
import { currentTime, serverTime } from '../serverClock.ts';
import { browserTabs } from '../tabs.ts';
import { indexedDbRows } from './idb.ts';
import { type Keyring, openKeyring } from './keyring.ts';

let ring: Keyring | null = null;
/** The vaults of this browser. */
export const browserKeyring = (): Keyring =>
  (ring ??= openKeyring({
    openRows: indexedDbRows,
    locks: browserTabs.locks,
    wall: () => Date.now(),
    now: currentTime,
    serverTime,
    onLastRecordsEnd: clearMarker,
  }));
