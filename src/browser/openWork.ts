/** Something that a person is filling in and that a reload would interrupt. */
export interface OpenWork {
  /** Resolves when all of it is durable. */
  readonly flush: () => Promise<void>;
  /** True when nothing would be lost by a reload after `flush`. */
  readonly isSafe: () => boolean;
}

const open = new Set<OpenWork>();

/** Says that something is being filled in; returns the way to say that it no longer is. */
export function noteOpenWork(work: OpenWork): () => void {
  open.add(work);
  return () => open.delete(work);
}

export const anyOpenWork = (): boolean => open.size > 0;

/** Makes everything durable; false when something could not be. */
export async function flushOpenWork(): Promise<boolean> {
  const all = [...open];
  await Promise.allSettled(all.map((work) => work.flush()));
  return all.every((work) => work.isSafe());
}
