/** A function for each open dialog that closes it without an answer, the topmost last. */
const closers: (() => void)[] = [];
let watch: (isAnyOpen: boolean) => void = () => undefined;

/** Notes that a dialog is open; returns a function that takes the note back. */
export function noteOpenDialog(close: () => void): () => void {
  closers.push(close);
  if (closers.length === 1) watch(true);
  return () => {
    closers.splice(closers.indexOf(close), 1);
    if (closers.length === 0) watch(false);
  };
}

export const isAnyDialogOpen = (): boolean => closers.length > 0;

/** Closes the topmost dialog; null where none is open. */
export const topDialogCloser = (): (() => void) | null => closers.at(-1) ?? null;

/** Calls back when the first dialog opens and when the last one closes. */
export function watchOpenDialogs(next: (isAnyOpen: boolean) => void): void {
  watch = next;
}
