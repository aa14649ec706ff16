import { listedUnsent } from '../unsent/listedUnsent.ts';
import type { UnsentDraft } from './types.ts';

/** The unsent drafts of the person signed in, for components; follows every change in every tab. Null until the device was looked through. */
export const useUnsentDrafts = listedUnsent<UnsentDraft>(async () => (await import('./listUnsent.ts')).listUnsent);
