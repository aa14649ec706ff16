import { useSyncExternalStore } from 'react';
import { smallStore, useSmallStore } from '../../browser/smallStore.ts';
import type { KeptEntry } from './ledger.ts';

/** Whether this device has an offline copy for the person signed in. */
export type Keeping =
  /** Nobody is signed in, or their vault is not open yet. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'off'; readonly wasAsked: boolean }
  /** A newer version of the app wrote it, so this version does not touch it. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'on'; readonly entries: readonly KeptEntry[]; readonly signedInAt: number };

/** In a file of its own, because `keeping.ts` loads the vault: pages of the facility show this state without it. */
const shown = smallStore<Keeping>({ kind: 'closed' });
export const showKeeping = shown.set;
export const keeping = shown.get;
export const subscribeToKeeping = shown.subscribe;
export const useKeeping = (): Keeping => useSmallStore(shown);
/** Whether there is an offline copy, for components that do not need its entries: the ledger changes with each answer. */
export const useKeepsRecords = (): boolean =>
  useSyncExternalStore(
    subscribeToKeeping,
    () => shown.get().kind === 'on',
    () => shown.get().kind === 'on',
  );
