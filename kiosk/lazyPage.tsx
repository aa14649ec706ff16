import { type ComponentType, type ReactNode, use } from 'react';

/**
 * A component that downloads its module when the router asks for it. Not the router's own `lazyRouteComponent`, which reloads the
 * document when a chunk is missing: a document with a patient's answers in it is never reloaded.
 */
export function lazyPage(load: () => Promise<{ readonly Page: ComponentType }>): (() => ReactNode) & { preload: () => Promise<void> } {
  let loading: Promise<{ readonly Page: ComponentType }> | null = null;
  const start = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    }));
  function LazyPage(): ReactNode {
    const { Page } = use(start());
    return <Page />;
  }
  return Object.assign(LazyPage, { preload: async () => void (await start()) });
}
