import { isReloading } from './missingChunk.ts';
import { bringFailedStyles } from './styleSheets.ts';

/** Loads once, when it is first asked for, with its styles; a load that failed is tried again by the next call. */
export function lazyOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  const withStyles = async (): Promise<Loaded> => {
    const loaded = await load();
    await bringFailedStyles();
    // What is shown stays so until the document goes: what came may be without its styles, or nothing.
    return isReloading() ? new Promise<never>(() => undefined) : loaded;
  };
  return () =>
    (loading ??= withStyles().catch((error: unknown) => {
      loading = null;
      throw error;
    }));
}
