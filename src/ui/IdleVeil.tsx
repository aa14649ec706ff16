import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './Button.tsx';
import { announcedSecond } from './countdown.ts';
import { gone, idleCard, idleVeil, remaining, ring } from './IdleVeil.css.ts';
import { KioskActions } from './KioskCard.tsx';
import { kioskCard } from './KioskCard.css.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface IdleVeilProps {
  secondsLeft: number;
  /** The whole time of the countdown, in seconds. */
  total: number;
  title: ReactNode;
  description: ReactNode;
  /** The text announced at 30, 20 and 10 seconds, and at no other. */
  announce: (seconds: number) => string;
  stayLabel: ReactNode;
  onStay: () => void;
  closeLabel: ReactNode;
  onClose: () => void;
}

/** An opaque page over everything, so that answers cannot be read; one press removes it, or Escape. */
export function IdleVeil({
  secondsLeft,
  total,
  title,
  description,
  announce,
  stayLabel,
  onStay,
  closeLabel,
  onClose,
}: IdleVeilProps): ReactNode {
  const id = useId();
  const veil = useRef<HTMLDialogElement>(null);
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const dialog = veil.current;
    // The native modal makes everything else inert, keeps the focus and returns it.
    if (dialog && !dialog.open) dialog.showModal();
    stay.current?.focus();
    return () => dialog?.close();
  }, []);
  const style: CSSProperties & Record<typeof gone, number> = {
    [gone]: total > 0 ? 100 - (100 * Math.max(0, secondsLeft)) / total : 100,
  };
  const said = announcedSecond(secondsLeft);
  return (
    <dialog
      ref={veil}
      className={idleVeil}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
    >
      <div className={idleCard}>
        <section className={kioskCard}>
          <div className={ring} aria-hidden="true">
            <svg viewBox="0 0 100 100">
              <circle cx="50" cy="50" r="45" />
              <circle className={remaining} cx="50" cy="50" r="45" pathLength="100" style={style} />
            </svg>
            <b>{Math.max(0, secondsLeft)}</b>
          </div>
          <h1 id={`${id}-title`}>{title}</h1>
          <p id={`${id}-text`}>{description}</p>
          <div role="alert">{said === null ? null : <VisuallyHidden>{announce(said)}</VisuallyHidden>}</div>
          <KioskActions>
            <Button variant="secondary" onClick={onClose}>
              {closeLabel}
            </Button>
            <Button ref={stay} onClick={onStay}>
              {stayLabel}
            </Button>
          </KioskActions>
        </section>
      </div>
    </dialog>
  );
}
