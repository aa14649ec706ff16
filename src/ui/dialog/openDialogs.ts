/** How each dialog that is open is closed without an answer, the topmost last. */
const closers: (() => void)[] = [];
let watch: (isAnyOpen: boolean) => void = () => undefined;

/** Notes that a dialog is open; gives the way to note that it is not any more. */
export function noteOpenDialog(close: () => void): () => void {
  closers.push(close);
  if (closers.length === 1) watch(true);
  return () => {
    closers.splice(closers.indexOf(close), 1);
    if (closers.length === 0) watch(false);
  };
}

export const isAnyDialogOpen = (): boolean => closers.length > 0;

/** How the topmost dialog is closed; null where none is open. */
export const topDialogCloser = (): (() => void) | null => closers.at(-1) ?? null;

/** Says when the first dialog opens and when the last one is closed. */
export function watchOpenDialogs(next: (isAnyOpen: boolean) => void): void {
  watch = next;
}
