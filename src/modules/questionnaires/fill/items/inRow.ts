const mostInRow = 7;
const longestText = 30;
/** The longest word, in letters, for which a box has room: the more boxes, the fewer. */
const longestWord = (count: number): number => (count <= 5 ? 11 : 7);

/** True for options that fit in a row of equal boxes: few and short. */
export const fitInRow = (texts: readonly string[]): boolean =>
  texts.length <= mostInRow &&
  texts.every(
    (text) => text.length <= longestText && text.split(/\s+/).every((word) => word.length <= longestWord(texts.length)),
  );
