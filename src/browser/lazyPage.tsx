import { type ComponentType, type ReactNode, use } from 'react';
import { lazyOnce } from './lazyOnce.ts';

interface PageModule {
  readonly Page: ComponentType;
  /** Loads what the page needs, beside the download of everything else; must not reject. */
  readonly load?: (search: Readonly<Record<string, string>>) => void;
}

export type LoadModule = () => Promise<PageModule>;

/**
 * A component whose module is downloaded when the router needs it. It replaces the router's `lazyRouteComponent`, which reloads the page
 * when a chunk is missing: a page with answers in it must never be reloaded without being asked.
 */
export function lazyPage(load: LoadModule): (() => ReactNode) & { preload: () => Promise<void> } {
  let loaded: PageModule | null = null;
  const start = lazyOnce(async () => (loaded = await load()));
  function LazyPage(): ReactNode {
    // A loaded page is shown at once: waiting for a promise, even a resolved one, would suspend first.
    const { Page } = loaded ?? use(start());
    return <Page />;
  }
  return Object.assign(LazyPage, { preload: async () => void (await start()) });
}
