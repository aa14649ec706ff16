import * as Radix from '@radix-ui/react-dialog';
import { setNonce } from 'get-nonce';
import { useWords } from '../../words/index.ts';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '../Button.tsx';
import { classes } from '../classes.ts';
import {
  closeButton,
  dialog,
  dialogActions,
  grab,
  narrow as narrowClass,
  scrim,
  fullScreen as fullScreenClass,
  fullScreenHead,
  fullScreenLeave,
  withClose,
} from './Dialog.css.ts';
import { IconButton } from '../IconButton.tsx';
import { isAnyDialogOpen, noteOpenDialog } from './openDialogs.ts';
import { X } from '../icons.ts';

/** The scroll lock adds a style element; under our Content-Security-Policy it needs the page's nonce. */
function shareNonce(): void {
  const nonce = document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce;
  if (nonce) setNonce(nonce);
}

/** Counts open dialogs: with several in a row the library can leave the page without pointer events. */
function useDialogStack(onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const noteClosed = noteOpenDialog(() => close.current());
    return () => {
      noteClosed();
      setTimeout(() => {
        if (!isAnyDialogOpen()) document.body.style.removeProperty('pointer-events');
      });
    };
  }, []);
}

/** Links count as controls here; the library skips them, and a list of links would begin at the button after it. */
function firstControl(inside: EventTarget | null): HTMLElement | null {
  if (!(inside instanceof HTMLElement)) return null;
  const controls = inside.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  );
  return [...controls].find((control) => control.checkVisibility({ visibilityProperty: true })) ?? null;
}

/** A dialog that is only to be read begins at its title: a focused answer would be given before the text was read. */
function firstInContent(inside: EventTarget | null, heading: HTMLElement | null): HTMLElement | null {
  const first = firstControl(inside);
  return first?.closest(`.${dialogActions}, .${closeButton}`) ? heading : (first ?? heading);
}

interface DialogProps {
  title: ReactNode;
  description?: ReactNode;
  /** Called for Escape, the scrim and the close button; the dialog can always be closed safely. */
  onClose: () => void;
  /** Buttons, the main one first; without them there is a close button beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
  /** True when it requires an answer: a press beside it does not close it, and it is announced as an alert. */
  alert?: boolean;
  /** The id of the element with the first focus; else the first control, or the title where there is only something to read. */
  focusFirst?: string;
  /** True: as wide as a calendar needs. */
  narrow?: boolean;
  /** True: on phones it takes the whole window. The title gets the first focus, because a field may react to focus. */
  fullScreen?: boolean;
}

/** A sheet from below on phones, centred from Small, open while it is rendered. Focus stays inside and returns, Escape closes, the page behind is inert. */
export function Dialog({
  title,
  description,
  onClose,
  actions,
  children,
  alert = false,
  focusFirst,
  narrow = false,
  fullScreen = false,
}: DialogProps): ReactNode {
  const { t } = useWords();
  // Must run before the scroll lock mounts, which happens in this render.
  shareNonce();
  useDialogStack(onClose);
  const opener = useRef<HTMLElement | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Must run before an element inside takes the focus by its own effect, as the calendar does.
  useLayoutEffect(() => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  }, []);
  return (
    <Radix.Root
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={scrim}>
          <Radix.Content
            className={classes(dialog, narrow && narrowClass, fullScreen && fullScreenClass)}
            role={alert ? 'alertdialog' : 'dialog'}
            aria-modal="true"
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              const first = fullScreen
                ? heading.current
                : focusFirst
                  ? document.getElementById(focusFirst)
                  : firstInContent(event.currentTarget, heading.current);
              if (!first) return;
              event.preventDefault();
              first.focus();
            }}
            // The library returns the focus only to its own trigger, and our dialogs are opened by state.
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener.current?.isConnected) opener.current.focus();
            }}
            onPointerDownOutside={(event) => {
              if (alert) event.preventDefault();
            }}
          >
            <span className={grab} aria-hidden="true" />
            {fullScreen ? (
              <div className={fullScreenHead}>
                <span className={fullScreenLeave}>
                  <IconButton icon={X} label={t('core.close')} onClick={onClose} />
                </span>
                <Radix.Title ref={heading} tabIndex={-1}>
                  {title}
                </Radix.Title>
              </div>
            ) : (
              <Radix.Title ref={heading} tabIndex={-1} className={classes(!actions && withClose)}>
                {title}
              </Radix.Title>
            )}
            {description ? <Radix.Description>{description}</Radix.Description> : null}
            {children}
            {actions ? (
              <div className={dialogActions}>{actions}</div>
            ) : (
              <div className={closeButton}>
                <IconButton icon={X} label={t('core.close')} onClick={onClose} />
              </div>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps {
  title: ReactNode;
  message?: ReactNode;
  confirmLabel: ReactNode;
  dismissLabel: ReactNode;
  /** True when the confirmed action cannot be undone. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  /** The safe answer; Escape gives it too. */
  onDismiss: () => void;
}

const dismissId = 'confirm-dismiss';

/** A question with two answers. The safe one gets the first focus. */
export function ConfirmDialog({
  title,
  message,
  confirmLabel,
  dismissLabel,
  danger = false,
  busy = false,
  onConfirm,
  onDismiss,
}: ConfirmDialogProps): ReactNode {
  return (
    <Dialog
      alert
      title={title}
      description={message}
      focusFirst={dismissId}
      onClose={() => {
        if (!busy) onDismiss();
      }}
      actions={
        <>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" id={dismissId} disabled={busy} onClick={onDismiss}>
            {dismissLabel}
          </Button>
        </>
      }
    />
  );
}
