/** Something that a person is filling in and that a reload would interrupt. */
interface OpenWork {
  /** Resolves when all of it is stored durably. */
  readonly flush: () => Promise<void>;
  /** True when a reload after `flush` would lose nothing. */
  readonly isSafe: () => boolean;
}

const open = new Set<OpenWork>();

/** Notes that something is being filled in; returns a function that takes the note back. */
export function noteOpenWork(work: OpenWork): () => void {
  open.add(work);
  return () => open.delete(work);
}

export const anyOpenWork = (): boolean => open.size > 0;

/** Stores everything durably; false when something could not be stored. */
export async function flushOpenWork(): Promise<boolean> {
  const all = [...open];
  await Promise.allSettled(all.map((work) => work.flush()));
  return all.every((work) => work.isSafe());
}
