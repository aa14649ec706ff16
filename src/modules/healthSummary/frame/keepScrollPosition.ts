import { laterParts } from './frameDocument.ts';

/**
 * How far what is on the screen has moved because parts that begin above it have another height. `parts` in the order of the document, with
 * the position where each begins now, measured from the top of the window.
 */
export function movedBy(
  parts: readonly { readonly before: number; readonly height: number; readonly top: number }[],
): number {
  let moved = 0;
  for (const { before, height, top } of parts) {
    const isAbove = top - moved < 0;
    if (!isAbove) break;
    moved += height - before;
  }
  return moved;
}

/**
 * Keeps what is being read in its position on the screen while parts above it, which the reader has not seen yet, get their true height.
 * Browsers do so within a document, but not for a frame. `onChange` runs before, when the frame may have to grow.
 */
export function keepScrollPosition(frame: HTMLIFrameElement, inFrame: Document, onChange: () => void): () => void {
  const page = frame.ownerDocument.defaultView;
  const heights = new Map<Element, number>();
  const sizes = new ResizeObserver((entries) => {
    const { top: frameTop } = frame.getBoundingClientRect();
    const changed = entries.flatMap(({ target }) => {
      if (target === inFrame.body || page?.getComputedStyle(target).contentVisibility !== 'auto') return [];
      // A section that the reader closes or opens moves what is below it.
      if (!target.checkVisibility()) {
        heights.delete(target);
        return [];
      }
      const { height, top } = target.getBoundingClientRect();
      const before = heights.get(target);
      heights.set(target, height);
      return before === undefined ? [] : [{ before, height, top: frameTop + top }];
    });
    onChange();
    const moved = movedBy(changed);
    if (moved !== 0) page?.scrollBy({ top: moved, behavior: 'instant' });
  });
  sizes.observe(inFrame.body);
  for (const part of laterParts(inFrame)) sizes.observe(part);
  return () => sizes.disconnect();
}
