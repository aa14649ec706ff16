import type { MessageDelivery } from './messageDelivery.ts';
import * as change from './changes.ts';
import type { MessageKeeping } from './messageKeeping.ts';
import type { MessageSessionParts } from './messageParts.ts';
import type { MessageRecord } from './record.ts';
import type { TakenBack } from './types.ts';

/** Stops a message that waits, unless it may already be on its way. */
interface TakingBack {
  /** True while a message is being taken back. Nothing may be typed then, because it may turn out to be on its way. */
  isUnderWay(): boolean;
  takeBack(): Promise<TakenBack>;
  discard(): Promise<TakenBack>;
}

export function createTakingBack(
  { alone, clock }: Pick<MessageSessionParts, 'alone' | 'clock'>,
  keeping: MessageKeeping,
  delivery: MessageDelivery,
  page: { readonly publish: () => void; readonly attempt: () => Promise<void> },
): TakingBack {
  let isUnderWay = false;

  async function onlyOnce(andThen: () => void = () => undefined): Promise<TakenBack> {
    const isWaiting = keeping.record().submission === 'waiting';
    isUnderWay = isWaiting;
    page.publish();
    try {
      const how = isWaiting ? await takeBack() : 'takenBack';
      if (how === 'takenBack') andThen();
      return how;
    } finally {
      isUnderWay = false;
      page.publish();
    }
  }

  /** A device that refuses to store the change still has the message as waiting, so it would be sent. */
  function isKeptBack(draftId: MessageRecord['draftId']): boolean {
    const kept = keeping.kept();
    if (kept?.draftId !== draftId || kept.submission === 'none') return true;
    keeping.change(change.waitsAgain(draftId));
    return false;
  }

  async function takeBack(): Promise<TakenBack> {
    const { draftId } = keeping.record();
    keeping.change(change.takenBack);
    await keeping.settle();
    const standing = keeping.record();
    // Another page has sent it.
    if (standing.draftId !== draftId) return 'onItsWay';
    if (standing.submission === 'none') return isKeptBack(draftId) ? 'takenBack' : 'onItsWay';
    if (delivery.isPosting()) return 'onItsWay';
    const isTakenBack = await alone(async () => {
      await keeping.reread();
      if (keeping.record().draftId !== draftId || !(await delivery.isUnsent())) return false;
      keeping.change(change.takenBackUnsent(draftId));
      await keeping.settle();
      return isKeptBack(draftId);
    });
    if (isTakenBack) return 'takenBack';
    await page.attempt();
    return 'onItsWay';
  }

  async function discard(): Promise<TakenBack> {
    const seen = keeping.record();
    const how = await onlyOnce(() => keeping.change(change.discarded(seen, clock.wall())));
    if (how === 'onItsWay') return how;
    await keeping.settle();
    await page.attempt();
    return 'takenBack';
  }

  return { isUnderWay: () => isUnderWay, takeBack: () => onlyOnce(), discard };
}
