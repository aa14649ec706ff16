import type { CSSProperties, ReactNode } from 'react';
import { OnDeep } from './Button.tsx';
import { type IconLike, iconOf } from './Icon.tsx';
import { KioskBar } from './KioskBar.tsx';
import { centre, clearbar, clearing, left, note, stage, stageButton } from './KioskStage.css.ts';

interface KioskStageProps {
  brand: ReactNode;
  utilities?: ReactNode;
  children: ReactNode;
}

/** The deep surface with the rings, for the screens in between: hand over, who are you, finished. Its content is centred. */
export const KioskStage = ({ brand, utilities, children }: KioskStageProps): ReactNode => (
  <div className={stage}>
    <KioskBar brand={brand}>{utilities}</KioskBar>
    <main id="main" className={centre} tabIndex={-1}>
      {children}
    </main>
  </div>
);

/** A quiet sentence with an icon, on the deep surface. */
export const StageNote = ({ icon, children }: { icon?: IconLike; children: ReactNode }): ReactNode => (
  <p className={note}>
    {iconOf(icon, 's')}
    <span>{children}</span>
  </p>
);

/** One large button on the deep surface. */
export const StageActions = ({ children }: { children: ReactNode }): ReactNode => (
  <OnDeep>
    <div className={stageButton}>{children}</div>
  </OnDeep>
);

/** How long the screen stays before it clears itself; `share` is the time left, 0 to 1. */
export function ClearingBar({ share, children }: { share: number; children: ReactNode }): ReactNode {
  const style: CSSProperties & Record<typeof left, string> = {
    [left]: `${Math.round(100 * Math.max(0, Math.min(1, share)))}%`,
  };
  return (
    <div className={clearing}>
      <div className={clearbar} aria-hidden="true">
        <i style={style} />
      </div>
      <p role="timer">{children}</p>
    </div>
  );
}
