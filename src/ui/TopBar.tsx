import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { isVisibleNow } from './isVisibleNow.ts';
import { isStuck, sentinel, topbar, topbarInner, utilities } from './TopBar.css.ts';

interface TopBarProps {
  brand: ReactNode;
  /** Shown from Medium only: resources, language, user. */
  wideUtilities?: ReactNode;
  /** Shown always. */
  children?: ReactNode;
  /** Shown from Medium only, after everything else: the user. */
  wideEnd?: ReactNode;
}

/** The bar of the portal: brand at the start, utilities at the end. Its lower line is shown once the page has scrolled. */
export function TopBar({ brand, wideUtilities, children, wideEnd }: TopBarProps): ReactNode {
  const [stuck, setStuck] = useState(false);
  const above = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const mark = above.current;
    if (!mark) return;
    const watcher = new IntersectionObserver((changes) => setStuck(!isVisibleNow(changes)));
    watcher.observe(mark);
    return () => watcher.disconnect();
  }, []);
  return (
    <>
      <div ref={above} className={sentinel} aria-hidden="true" />
      <header className={classes(topbar, stuck && isStuck)}>
        <div className={topbarInner}>
          {brand}
          {wideUtilities ? <div className={utilities}>{wideUtilities}</div> : null}
          {children}
          {wideEnd ? <div className={utilities}>{wideEnd}</div> : null}
        </div>
      </header>
    </>
  );
}
