import { useWords } from '../words/index.ts';
import type { CSSProperties, ReactNode } from 'react';
import { skeleton, skeletonFrame } from './Skeleton.css.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const shares = [55, 90, 75, 82, 68, 88] as const;

/** The shape of what is loading. Shows only after 500 ms, because shorter waits need no sign. */
export function Skeleton({ lines = 4, label }: { lines?: number; label?: string }): ReactNode {
  const { t } = useWords();
  return (
    <div className={skeletonFrame} role="status">
      <VisuallyHidden>{label ?? t('core.loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, index) => {
        const style: CSSProperties = {
          inlineSize: `${shares[index % shares.length]}%`,
          blockSize: index === 0 ? '1.5rem' : undefined,
        };
        return <span key={index} className={skeleton} style={style} />;
      })}
    </div>
  );
}
