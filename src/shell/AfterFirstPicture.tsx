import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { afterPicture } from '../data/afterPaint.ts';

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
    let stop = () => undefined as void;
    const loaded = () => {
      stop = afterPicture(load);
    };
    if (document.readyState === 'complete') loaded();
    else window.addEventListener('load', loaded, { once: true });
    return () => {
      stop();
      window.removeEventListener('load', loaded);
    };
  }, []);
  return Later === null ? null : <Later />;
}
