/** The second that was announced last: one of 30, 20 and 10 (visual language, section 9). Null before the first and at the end. */
export const announcedSecond = (secondsLeft: number): number | null => {
  if (secondsLeft > 30 || secondsLeft <= 0) return null;
  return secondsLeft > 20 ? 30 : secondsLeft > 10 ? 20 : 10;
};
