import { lazy } from 'react';

/* What writes messages comes with the store of drafts, which is a fifth of the page: it is loaded once the messages are shown. */

const loadReply = () => import('./ReplyPart.tsx');
const loadCompose = () => import('./ComposeDialog.tsx');

export const ReplyPart = lazy(async () => ({ default: (await loadReply()).ReplyPart }));
export const ComposeDialog = lazy(async () => ({ default: (await loadCompose()).ComposeDialog }));

/** Loads both, so that a press finds them also without a connection. */
export function loadWriting(): void {
  for (const load of [loadReply, loadCompose]) load().catch(() => undefined);
}
