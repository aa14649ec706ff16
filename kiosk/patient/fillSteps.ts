/** A screen of the questionnaire: the instructions, one of the questions, or the summary before sending. */
export type FillStep =
  | { readonly kind: 'intro' }
  | { readonly kind: 'question'; readonly index: number }
  | { readonly kind: 'check' };

export interface FillWalk {
  /** Screens with a question or a closing text. */
  readonly screens: number;
  /** Instructions stand before the first question. */
  readonly hasIntro: boolean;
  /** True for a screen on which nothing is asked at the moment; it is skipped. */
  readonly isPassed?: (index: number) => boolean;
}

/** The screen after Next; null after the last one, where sending follows. */
export function stepAfter(place: FillStep, walk: FillWalk): FillStep | null {
  if (place.kind === 'check') return null;
  let index = place.kind === 'intro' ? 0 : place.index + 1;
  while (index < walk.screens && walk.isPassed?.(index)) index += 1;
  return index < walk.screens ? { kind: 'question', index } : { kind: 'check' };
}

/** The screen after Back; null on the first one. */
export function stepBefore(place: FillStep, walk: FillWalk): FillStep | null {
  if (place.kind === 'intro') return null;
  let index = place.kind === 'check' ? walk.screens - 1 : place.index - 1;
  while (index >= 0 && walk.isPassed?.(index)) index -= 1;
  if (index >= 0) return { kind: 'question', index };
  return walk.hasIntro ? { kind: 'intro' } : null;
}

/** The screen at which a questionnaire opens: its beginning, or the first question that a draft left open. */
export function firstStep(walk: FillWalk, isOpen: (index: number) => boolean, hasDraft: boolean): FillStep {
  if (walk.screens === 0) return { kind: 'check' };
  if (!hasDraft) return walk.hasIntro ? { kind: 'intro' } : { kind: 'question', index: 0 };
  const index = Array.from({ length: walk.screens }, (_, one) => one).find(isOpen);
  return index === undefined ? { kind: 'check' } : { kind: 'question', index };
}
