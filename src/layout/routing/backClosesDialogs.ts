import type { RouterHistory } from '@tanstack/react-router';
import { topDialogCloser, watchOpenDialogs } from '../../ui/dialog/openDialogs.ts';

/**
 * Makes the browser's Back close the open dialog, as Escape does; the page and what was typed there stay. Before any page has been opened
 * in this tab there is no step back to block. Steps are blocked only while a dialog is open, because the router then asks first and changes
 * the address a moment later.
 */
export function letBackCloseDialogs(history: RouterHistory): void {
  let unblock: () => void = () => undefined;
  const block = () =>
    history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const close = topDialogCloser();
        if (action !== 'BACK' || close === null) return false;
        // The router undoes the step back by one step forward. The dialog closes after that, because closing it may navigate.
        addEventListener('popstate', () => close(), { once: true });
        return true;
      },
    });
  watchOpenDialogs((isAnyOpen) => {
    unblock();
    unblock = isAnyOpen ? block() : () => undefined;
  });
}
