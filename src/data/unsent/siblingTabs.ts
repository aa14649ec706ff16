import * as v from 'valibot';
import { createEvents } from '../../words/smallStore.ts';
import { currentProfile } from '../profile.ts';
import { browserTabs, type TabChannel } from '../tabs.ts';

const userKey = (): string => String(currentProfile()?.userId ?? 0);

const Changed = v.object({ kind: v.literal('changed') });

let channel: { readonly user: string; readonly tabs: TabChannel } | null = null;
/** Messages of the person's other tabs, unparsed. */
export const siblingMessages = createEvents<[unknown]>();
/** Something that a list of unsent work shows has changed in another tab. */
export const changedInSibling = createEvents();

function hear(data: unknown): void {
  if (v.is(Changed, data)) changedInSibling.emit();
  else siblingMessages.emit(data);
}

export function postToSiblings(message: { readonly kind: string }): void {
  const user = userKey();
  if (channel?.user !== user) {
    channel?.tabs.close();
    channel = { user, tabs: browserTabs.channel(`vestibule.drafts.${user}`, hear) };
  }
  channel.tabs.post(message);
}

/** The lists of unsent work in the other tabs update. */
export const announceToSiblings = (): void =>
  postToSiblings({ kind: 'changed' } satisfies v.InferOutput<typeof Changed>);

/** A page of this tab has released unsent work, so the outbox continues with it. */
export const pageReleased = createEvents();

let changeTimer: ReturnType<typeof setTimeout> | null = null;
/** Something that a list of unsent work shows has changed in this tab. */
export const unsentChanged = createEvents();

/** The lists of unsent work update, here and in the other tabs. Many changes in a row count as one. */
export function announceUnsentChanged(): void {
  changeTimer ??= setTimeout(() => {
    changeTimer = null;
    unsentChanged.emit();
    announceToSiblings();
  }, 250);
}

/** Stops listening to the other tabs until the next message is posted to them. */
export function closeSiblingChannel(): void {
  channel?.tabs.close();
  channel = null;
}

/** The lock of the page or outbox that works on a draft. */
export const draftLock = (place: string): string => `vestibule.draft.${userKey()}.${place}`;
/** Held by an outbox beside the draft's lock, so that a page knows that nobody is typing there. */
export const sendingLock = (place: string): string => `vestibule.sending.${userKey()}.${place}`;

/** Runs while no other tab of the person sends. */
export const withSubmitLock = <T>(work: () => Promise<T>): Promise<T> =>
  browserTabs.locks.hold(`vestibule.outbox.${userKey()}`, work);
