/** What the page does to the document in its frame from outside; no script runs inside. */

/** Makes links within the document work, which would otherwise lead to an address of the portal, and sets the language of our own words. */
export function settle(inFrame: Document, ourLang: string): void {
  for (const link of inFrame.querySelectorAll('a[href^="#"]'))
    link.setAttribute('href', `about:srcdoc${link.getAttribute('href') ?? ''}`);
  for (const ours of inFrame.querySelectorAll('.ours')) ours.setAttribute('lang', ourLang);
}

/** Sorts the sections in the document itself, so that the keyboard and a screen reader follow the order. */
export function order(inFrame: Document, ids: readonly string[]): void {
  const parts = ids.map((id) => inFrame.getElementById(id)).filter((part) => part !== null);
  const place = parts[0]?.parentElement;
  const isOrdered = parts.every((part, index) => index === 0 || parts[index - 1]?.nextElementSibling === part);
  if (!place || isOrdered) return;
  for (const part of parts) place.append(part);
}

const folds = (inFrame: Document) => [...inFrame.querySelectorAll<HTMLDetailsElement>('details.fold')];

/** Opens or closes all sections. */
export function foldAll(inFrame: Document, open: boolean): void {
  for (const fold of folds(inFrame)) fold.open = open;
}

/** Whether any section is open. */
export const isAnyOpen = (inFrame: Document): boolean => folds(inFrame).some(({ open }) => open);

/** Opens a section and moves the focus to its heading. */
export function goTo(inFrame: Document, id: string): void {
  const fold = inFrame.getElementById(id);
  if (fold === null) return;
  fold.setAttribute('open', '');
  const line = fold.querySelector<HTMLElement>(':scope > summary');
  line?.focus({ preventScroll: true });
  (line ?? fold).scrollIntoView({ block: 'start' });
}

/** Parts that are laid out only near the window (`frame.css.ts`), in the order of the document. */
export const laterParts = (inFrame: Document): HTMLElement[] => [
  ...inFrame.querySelectorAll<HTMLElement>('.fold-body, .stack > tbody'),
];

/** Estimated heights in rem of a stacked row and of a further cell, of a row of a table, and of a paragraph or a line of a list. */
const guesses = { stackedRow: 3.25, stackedCell: 1.7, row: 2.7, text: 2 } as const;

/** Estimates the heights of parts not laid out yet, for about the final length of the page. Laid-out parts keep their own height. */
export function guessHeights(inFrame: Document): void {
  for (const part of laterParts(inFrame)) {
    const rows = part.getElementsByTagName('tr').length;
    const guess =
      part.localName === 'tbody'
        ? rows * (guesses.stackedRow + ((part.firstElementChild?.childElementCount ?? 1) - 1) * guesses.stackedCell)
        : rows * guesses.row + part.querySelectorAll('p, li').length * guesses.text;
    part.style.containIntrinsicBlockSize = `auto ${String(Math.max(1, Math.round(guess)))}rem`;
  }
}

/** Makes a frame as high as its content; false while the content has no height. */
export function fitToContent(frame: HTMLIFrameElement): boolean {
  const inFrame = frame.contentDocument;
  const height = Math.ceil(inFrame?.body.getBoundingClientRect().height ?? 0);
  if (inFrame === null || height === 0) return false;
  frame.style.blockSize = `${height}px`;
  inFrame.documentElement.dataset.sized = '';
  return true;
}
