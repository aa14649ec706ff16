import { Answer } from '@portal/api';
import * as v from 'valibot';
import { createEvents } from '../../words/smallStore.ts';
import { currentProfile } from '../profile.ts';
import { browserTabs, type TabChannel } from '../tabs.ts';
import { DraftRecord } from './record.ts';

const userKey = (): string => String(currentProfile()?.userId ?? 0);

const DraftTabMessage = v.variant('kind', [
  v.object({ kind: v.literal('takeOver'), place: v.string() }),
  v.object({
    kind: v.literal('released'),
    place: v.string(),
    unkept: v.nullable(v.array(Answer)),
    /** The draft of `unkept`; a tab with an older version of the app does not give it. */
    draft: v.optional(v.nullable(DraftRecord)),
  }),
  v.object({ kind: v.literal('discarded'), place: v.string() }),
  v.object({ kind: v.literal('changed') }),
]);
export type DraftTabMessage = v.InferOutput<typeof DraftTabMessage>;
export type Handover = Extract<DraftTabMessage, { kind: 'released' }>;

let channel: { readonly user: string; readonly tabs: TabChannel } | null = null;
/** What other tabs of the person say. */
export const tabMessages = createEvents<[DraftTabMessage]>();

function hear(data: unknown): void {
  const message = v.safeParse(DraftTabMessage, data);
  if (message.success) tabMessages.emit(message.output);
}

/** Tells the other tabs of the person. */
export function postToTabs(message: DraftTabMessage): void {
  const user = userKey();
  if (channel?.user !== user) {
    channel?.tabs.close();
    channel = { user, tabs: browserTabs.channel(`vestibule.drafts.${user}`, hear) };
  }
  channel.tabs.post(message);
}

/** A page of this tab has let go of a draft: the outbox goes on with it. */
export const pageReleased = createEvents();

let changeTimer: ReturnType<typeof setTimeout> | null = null;
/** What a list of unsent drafts shows has changed, in this tab. */
export const draftsChanged = createEvents();

/** Lists of unsent drafts look again, here and in the other tabs; many changes in a row count as one. */
export function announceDraftsChanged(): void {
  changeTimer ??= setTimeout(() => {
    changeTimer = null;
    draftsChanged.emit();
    postToTabs({ kind: 'changed' });
  }, 250);
}

/** Stops listening to the other tabs, until something is to be told to them again. */
export function closeDraftTabs(): void {
  channel?.tabs.close();
  channel = null;
}

/** The lock of whoever works on a draft: a page or the outbox. */
export const draftLock = (place: string): string => `vestibule.draft.${userKey()}.${place}`;
/** Held beside the draft's lock by an outbox: nobody is typing there. */
export const sendingLock = (place: string): string => `vestibule.sending.${userKey()}.${place}`;

/** Runs while no other tab of the person sends. */
export const withSubmitLock = <T>(work: () => Promise<T>): Promise<T> =>
  browserTabs.locks.hold(`vestibule.outbox.${userKey()}`, work);
