import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { afterNextPaint } from '../../browser/painting/afterPaint.ts';

/** Loads and shows `deferred/` after the first paint. */
export function AfterFirstPaint(): ReactNode {
  const [Deferred, setLater] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () => {
      void import('../deferred/Deferred.tsx').then(
        (module) => setLater(() => module.Deferred),
        () => undefined,
      );
    };
    let stop = () => undefined as void;
    const loaded = () => {
      stop = afterNextPaint(load);
    };
    if (document.readyState === 'complete') loaded();
    else window.addEventListener('load', loaded, { once: true });
    return () => {
      stop();
      window.removeEventListener('load', loaded);
    };
  }, []);
  return Deferred === null ? null : <Deferred />;
}
