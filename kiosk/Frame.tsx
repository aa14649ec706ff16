import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { SkipLink } from '../src/ui/SkipLink.tsx';
import { fullScreenState, subscribeToFullScreen } from './tablet/fullScreen.ts';

const FullScreenSheet = lazy(() => import('./tablet/FullScreenSheet.tsx'));

/** The frame of every screen: the skip link comes first, and the sheet that asks to return to full screen comes last. */
export function Frame({
  children,
  quiet = false,
}: {
  readonly children: ReactNode;
  readonly quiet?: boolean;
}): ReactNode {
  const fullScreen = useSyncExternalStore(subscribeToFullScreen, fullScreenState, fullScreenState);
  return (
    <>
      <SkipLink />
      {children}
      {fullScreen === 'lost' && !quiet ? (
        <Suspense fallback={null}>
          <FullScreenSheet />
        </Suspense>
      ) : null}
    </>
  );
}
