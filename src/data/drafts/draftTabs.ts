import { Answer } from '@portal/api';
import * as v from 'valibot';
import { postToSiblings, siblingMessages } from '../unsent/siblingTabs.ts';
import { DraftRecord } from './record.ts';

const DraftTabMessage = v.variant('kind', [
  v.object({ kind: v.literal('takeOver'), place: v.string() }),
  v.object({
    kind: v.literal('released'),
    place: v.string(),
    unkept: v.nullable(v.array(Answer)),
    /** The draft of `unkept`. A tab with an older version of the app does not send it. */
    draft: v.optional(v.nullable(DraftRecord)),
  }),
  v.object({ kind: v.literal('discarded'), place: v.string() }),
]);
type DraftTabMessage = v.InferOutput<typeof DraftTabMessage>;
export type Handover = Extract<DraftTabMessage, { kind: 'released' }>;

/** Calls back with the messages of the person's other tabs about drafts. Returns the function that stops it. */
export const onDraftMessage = (listener: (message: DraftTabMessage) => void): (() => void) =>
  siblingMessages.on((data) => {
    const message = v.safeParse(DraftTabMessage, data);
    if (message.success) listener(message.output);
  });

export const postDraftMessage: (message: DraftTabMessage) => void = postToSiblings;
