import * as v from 'valibot';
import { createEvents } from '../../words/smallStore.ts';
import { currentProfile } from '../profile.ts';
import { browserTabs, type TabChannel } from '../tabs.ts';

const userKey = (): string => String(currentProfile()?.userId ?? 0);

const Changed = v.object({ kind: v.literal('changed') });

let channel: { readonly user: string; readonly tabs: TabChannel } | null = null;
/** What other tabs of the person say, as it comes. */
export const siblingMessages = createEvents<[unknown]>();
/** What a list of unsent work shows has changed, in another tab. */
export const changedInSibling = createEvents();

function hear(data: unknown): void {
  if (v.is(Changed, data)) changedInSibling.emit();
  else siblingMessages.emit(data);
}

/** Tells the other tabs of the person. */
export function postToSiblings(message: { readonly kind: string }): void {
  const user = userKey();
  if (channel?.user !== user) {
    channel?.tabs.close();
    channel = { user, tabs: browserTabs.channel(`vestibule.drafts.${user}`, hear) };
  }
  channel.tabs.post(message);
}

/** The other tabs' lists of unsent work look again. */
export const announceToSiblings = (): void =>
  postToSiblings({ kind: 'changed' } satisfies v.InferOutput<typeof Changed>);

/** A page of this tab has let go of unsent work: the outbox goes on with it. */
export const pageReleased = createEvents();

let changeTimer: ReturnType<typeof setTimeout> | null = null;
/** What a list of unsent work shows has changed, in this tab. */
export const unsentChanged = createEvents();

/** Lists of unsent work look again, here and in the other tabs; many changes in a row count as one. */
export function announceUnsentChanged(): void {
  changeTimer ??= setTimeout(() => {
    changeTimer = null;
    unsentChanged.emit();
    announceToSiblings();
  }, 250);
}

/** Stops listening to the other tabs, until something is to be told to them again. */
export function closeSiblingChannel(): void {
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
