import type { QuestionScreen } from '../../src/modules/questionnaires/fill/kioskScreens.ts';

/** The numbers of the questions on one screen. A row of a matrix is a question, as the portal counts. */
export interface Numbers {
  readonly first: number;
  readonly last: number;
}

interface Sized {
  readonly answerable: Pick<QuestionScreen['answerable'], 'length'>;
}

export const questionCount = (screens: readonly Sized[]): number =>
  screens.reduce((count, { answerable }) => count + answerable.length, 0);

/** The numbers of the questions on a screen; null where nothing is asked. */
export function numbersOn(screens: readonly Sized[], index: number): Numbers | null {
  const here = screens[index]?.answerable.length ?? 0;
  const before = questionCount(screens.slice(0, index));
  return here === 0 ? null : { first: before + 1, last: before + here };
}
