import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** What may come after the first picture, once the first picture has loaded. */
export function AfterFirstPicture(): ReactNode {
  const [Later, setLater] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () => {
      void import('./later/Later.tsx').then(
        (module) => setLater(() => module.Later),
        () => undefined,
      );
    };
    if (document.readyState === 'complete') load();
    else window.addEventListener('load', load, { once: true });
    return () => window.removeEventListener('load', load);
  }, []);
  return Later === null ? null : <Later />;
}
