const bytesOfMegabyte = 1_000_000;

/** The unused part of a quota, in whole megabytes; null where the browser does not say. */
export const megabytesLeft = ({ quota, usage }: StorageEstimate): number | null =>
  quota === undefined || usage === undefined ? null : Math.max(0, Math.floor((quota - usage) / bytesOfMegabyte));

/** Megabytes that the browser lets the kiosk store; null where it does not say. */
export async function freeMegabytes(): Promise<number | null> {
  if (!('storage' in navigator)) return null;
  try {
    return megabytesLeft(await navigator.storage.estimate());
  } catch {
    return null;
  }
}
