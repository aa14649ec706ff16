/** Least number of characters of a passphrase. It is long, because no server counts the tries of somebody who guesses. */
export const shortestPassphrase = 12;

/** What is wrong with a passphrase; null: nothing. Spaces before and after it count; one repeated letter is refused. */
export function passphraseFault(typed: string): 'empty' | 'short' | 'repeated' | null {
  const characters = Array.from(typed);
  if (typed.trim() === '') return 'empty';
  if (characters.length < shortestPassphrase) return 'short';
  return new Set(characters).size < 4 ? 'repeated' : null;
}
