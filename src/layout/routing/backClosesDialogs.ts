import type { RouterHistory } from '@tanstack/react-router';
import { topDialogCloser, watchOpenDialogs } from '../../ui/dialog/openDialogs.ts';

/**
 * The browser's Back closes the dialog that is open, as Escape does, and the page stays with what was typed there. Before any page has
 * been opened in this tab there is no step back that could be held. Steps are held only while a dialog is open, because the router asks
 * first then and changes the address a moment later.
 */
export function letBackCloseDialogs(history: RouterHistory): void {
  let unblock: () => void = () => undefined;
  const block = () =>
    history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const close = topDialogCloser();
        if (action !== 'BACK' || close === null) return false;
        // The router takes the step back by one forward. A dialog may go elsewhere when it is closed, and must not before that.
        addEventListener('popstate', () => close(), { once: true });
        return true;
      },
    });
  watchOpenDialogs((isAnyOpen) => {
    unblock();
    unblock = isAnyOpen ? block() : () => undefined;
  });
}
