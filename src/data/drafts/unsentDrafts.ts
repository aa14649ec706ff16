import { listedUnsent } from '../unsent/listedUnsent.ts';
import type { UnsentDraft } from './types.ts';

/** The unsent drafts of the person signed in, for components. Follows changes in every tab. Null until the device has been read. */
export const useUnsentDrafts = listedUnsent<UnsentDraft>(async () => (await import('./listUnsent.ts')).listUnsent);
