import { type ComponentProps, type ReactNode, Suspense, lazy } from 'react';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { EndedProps } from './answers/Ended.tsx';
import type * as Others from './answers/LostAnswers.tsx';

// Lists of answers are loaded when there is one to read, because filling in does not need them.
const EndedPage = lazy(async () => ({ default: (await import('./answers/Ended.tsx')).Ended }));
const Lost = lazy(async () => ({ default: (await import('./answers/LostAnswers.tsx')).LostAnswers }));
const Differing = lazy(async () => ({ default: (await import('./answers/LostAnswers.tsx')).DifferingAnswers }));

const whileItComes = <Skeleton lines={4} />;

/** Replaces the questions once somebody else has sent or closed them. */
export const Ended = (props: EndedProps): ReactNode => (
  <Suspense fallback={whileItComes}>
    <EndedPage {...props} />
  </Suspense>
);

/** Answers that cannot be shown in their fields any more. */
export const LostAnswers = (props: ComponentProps<typeof Others.LostAnswers>): ReactNode => (
  <Suspense fallback={whileItComes}>
    <Lost {...props} />
  </Suspense>
);

export const DifferingAnswers = (props: ComponentProps<typeof Others.DifferingAnswers>): ReactNode => (
  <Suspense fallback={whileItComes}>
    <Differing {...props} />
  </Suspense>
);
