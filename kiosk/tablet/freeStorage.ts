const bytesOfMegabyte = 1_000_000;

/** What is left of an allowance, in whole megabytes; null where the browser does not tell. */
export const megabytesLeft = ({ quota, usage }: StorageEstimate): number | null =>
  quota === undefined || usage === undefined ? null : Math.max(0, Math.floor((quota - usage) / bytesOfMegabyte));

/** How much the browser lets the kiosk store; null where it does not tell. */
export async function freeMegabytes(): Promise<number | null> {
  if (!('storage' in navigator)) return null;
  try {
    return megabytesLeft(await navigator.storage.estimate());
  } catch {
    return null;
  }
}
