import { onConnectionReturn } from '../connection.ts';
import { onSessionEnd } from '../session.ts';
import { beforeLock } from '../vault/keeper.ts';
import { closeSiblingChannel, pageReleased, unsentChanged } from './siblingTabs.ts';

/** Unsent work that a page of this tab has open. */
export interface OpenWork {
  /** True once it was sent or discarded. The next opener gets a new one. */
  isClosed(): boolean;
  /** Makes everything typed durable, as far as the device allows. */
  settle(): Promise<unknown>;
  /** Sends to the server what this device does not store. The work may be opened again meanwhile. */
  flush(): Promise<unknown>;
  /** The page is left. */
  leave(): Promise<unknown>;
  /** The session has ended, so all work stops. */
  stop(): void;
}

interface Opening<Open> {
  readonly place: string;
  readonly opening: Promise<Open>;
  open: Open | null;
  users: number;
  leaving: Promise<unknown> | null;
}

/** What pages of this tab have open, by place. Several parts of a page may share one opening. */
export function createOpenings<Open extends OpenWork>() {
  const openings = new Map<string, Opening<Open>>();
  const openingOf = new WeakMap<Open, Opening<Open>>();

  function begin(place: string, openNow: () => Promise<Open>): Opening<Open> {
    const begun: Opening<Open> = { place, opening: openNow(), open: null, users: 0, leaving: null };
    const isCurrent = () => openings.get(place) === begun;
    begun.opening.then(
      (open) => {
        openingOf.set(open, begun);
        if (isCurrent()) begun.open = open;
        else open.stop();
      },
      () => {
        if (isCurrent()) openings.delete(place);
      },
    );
    openings.set(place, begun);
    return begun;
  }

  /** The work was sent or discarded, so the next opener gets a new one. */
  function forget(open: Open): void {
    const { place } = openingOf.get(open) ?? {};
    if (place !== undefined && openings.get(place)?.open === open) openings.delete(place);
  }

  /** The open work, with its places. */
  const here = (): readonly (readonly [place: string, open: Open])[] =>
    [...openings].flatMap(([place, { open }]) => (open === null ? [] : [[place, open] as const]));

  beforeLock(async () => {
    await Promise.allSettled(here().map(([, open]) => open.settle()));
  });
  onSessionEnd(() => {
    const all = here();
    openings.clear();
    for (const [, open] of all) open.stop();
    closeSiblingChannel();
    unsentChanged.emit();
  });

  return {
    here,
    at: (place: string): Open | null => openings.get(place)?.open ?? null,
    async open(place: string, openNow: () => Promise<Open>): Promise<Open> {
      for (let left = openings.get(place)?.leaving; left; left = openings.get(place)?.leaving) await left;
      const standing = openings.get(place);
      const mine = standing && standing.open?.isClosed() !== true ? standing : begin(place, openNow);
      const open = await mine.opening;
      mine.users += 1;
      return open;
    },
    forget,
    /** Releases one user of the work. After the last one it is left, unless somebody has opened it again by then. */
    async release(open: Open): Promise<void> {
      const mine = openingOf.get(open);
      if (!mine) return;
      mine.users -= 1;
      if (mine.users > 0) return;
      await open.flush();
      if (mine.users > 0) return;
      const leaving = open.leave().finally(() => forget(open));
      mine.leaving = leaving.catch(() => undefined);
      await leaving;
      pageReleased.emit();
    },
  };
}

/** Calls `back` when a connection or the page may be back, `hidden` when it is hidden. Returns the function that stops it. */
export function followPage(back: () => void, hidden: () => void = () => undefined): () => void {
  const looked = () => {
    if (document.visibilityState === 'hidden') hidden();
    else back();
  };
  const stopHearing = onConnectionReturn(back);
  window.addEventListener('online', back);
  document.addEventListener('visibilitychange', looked);
  return () => {
    stopHearing();
    window.removeEventListener('online', back);
    document.removeEventListener('visibilitychange', looked);
  };
}
