/** How each dialog that is open is closed without an answer, the topmost last. */
const closers: (() => void)[] = [];

/** Notes that a dialog is open; gives the way to note that it is not any more. */
export function noteOpenDialog(close: () => void): () => void {
  closers.push(close);
  return () => {
    closers.splice(closers.indexOf(close), 1);
  };
}

export const isAnyDialogOpen = (): boolean => closers.length > 0;

/** How the topmost dialog is closed; null where none is open. */
export const topDialogCloser = (): (() => void) | null => closers.at(-1) ?? null;
