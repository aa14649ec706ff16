import { isReloading } from './missingChunk.ts';
import { bringFailedStyles } from './styleSheets.ts';

/** Loads a module with its styles when it is first needed. After a failure the next call tries again. */
export function lazyOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  const withStyles = async (): Promise<Loaded> => {
    const loaded = await load();
    await bringFailedStyles();
    // Never resolves while the document reloads: what has loaded may lack its styles.
    return isReloading() ? new Promise<never>(() => undefined) : loaded;
  };
  return () =>
    (loading ??= withStyles().catch((error: unknown) => {
      loading = null;
      throw error;
    }));
}
