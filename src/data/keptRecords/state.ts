import { useSyncExternalStore } from 'react';
import { smallStore, useSmallStore } from '../../browser/smallStore.ts';
import type { KeptEntry } from './ledger.ts';

/** Whether this device keeps records of whoever is signed in. */
export type Keeping =
  /** Nobody is signed in, or their vault is still on its way. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'off'; readonly wasAsked: boolean }
  /** A newer version of the app wrote them: they are left alone. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'on'; readonly entries: readonly KeptEntry[]; readonly signedInAt: number };

/** Apart from `keeping.ts`, which brings the vault: pages of the facility show whether something is kept without it. */
const shown = smallStore<Keeping>({ kind: 'closed' });
export const showKeeping = shown.set;
export const keeping = shown.get;
export const subscribeToKeeping = shown.subscribe;
/** The same for components. */
export const useKeeping = (): Keeping => useSmallStore(shown);
/** Whether something is kept, for components that show it whatever it is: the ledger changes with each answer. */
export const useKeepsRecords = (): boolean => useSyncExternalStore(subscribeToKeeping, () => shown.get().kind === 'on');
