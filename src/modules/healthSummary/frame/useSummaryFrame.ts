import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { langOf, useWords } from '../../../words/index.ts';
import { frameRoot } from './frame.css.ts';
import { fitToContent, foldAll, goTo, guessHeights, isAnyOpen, order, settle } from './frameDocument.ts';
import { keepScrollPosition } from './keepScrollPosition.ts';
import { fillFrame, frameSource, sheetsOf, stylesOf } from './source.ts';

/** The width of a phone, where sections come folded. */
const foldedFirst = '(max-width: 42.5em)';

interface SummaryFrame {
  readonly onLoad: () => void;
  /** The document in the frame; null while it is loading. */
  readonly inFrame: Document | null;
  /** True once the frame has its height and can be shown. */
  readonly isMeasured: boolean;
  readonly isAnyOpen: boolean;
  readonly foldAll: (open: boolean) => void;
  readonly goTo: (id: string) => void;
}

/** The frame around a document's sections. No script runs in it: the page fills, sorts and sizes it, and moves the focus into it. */
export function useSummaryFrame(
  ref: RefObject<HTMLIFrameElement | null>,
  { html, lang, ids }: { readonly html: string; readonly lang: string; readonly ids: readonly string[] },
): SummaryFrame {
  const { language } = useWords();
  const [inFrame, setInFrame] = useState<Document | null>(null);
  const [isMeasured, setMeasured] = useState(false);
  const [anyOpen, setAnyOpen] = useState(true);
  const [reader] = useState(() => langOf(language) ?? language);

  useLayoutEffect(() => {
    if (ref.current === null) return;
    const { scheme } = document.documentElement.dataset;
    fillFrame(ref.current, frameSource({ html, lang, sheets: sheetsOf(document), styles: stylesOf(document), scheme }));
  }, [ref, html, lang]);

  const onLoad = useCallback(() => {
    const loaded = ref.current?.contentDocument ?? null;
    // The empty document that a frame starts with also fires a load event.
    if (loaded === null || !loaded.documentElement.classList.contains(frameRoot)) return;
    settle(loaded, reader);
    // Opened completely, a document would take thirty screens of a phone, so only the headings are shown there, each with its count.
    if (matchMedia(foldedFirst).matches) foldAll(loaded, false);
    setAnyOpen(isAnyOpen(loaded));
    guessHeights(loaded);
    setInFrame(loaded);
  }, [ref, reader]);

  useLayoutEffect(() => {
    if (inFrame !== null) order(inFrame, ids);
  }, [inFrame, ids]);

  useEffect(() => {
    const frame = ref.current;
    if (inFrame === null || frame === null) return;
    const fit = () => {
      if (fitToContent(frame)) setMeasured(true);
    };
    const stop = keepScrollPosition(frame, inFrame, fit);
    fit();
    const folds = new MutationObserver(() => setAnyOpen(isAnyOpen(inFrame)));
    folds.observe(inFrame.body, { subtree: true, attributeFilter: ['open'] });
    return () => {
      stop();
      folds.disconnect();
    };
  }, [inFrame, ref]);

  return {
    onLoad,
    inFrame,
    isMeasured,
    isAnyOpen: anyOpen,
    foldAll: (open) => {
      if (inFrame !== null) foldAll(inFrame, open);
    },
    goTo: (id) => {
      if (inFrame !== null) goTo(inFrame, id);
    },
  };
}
