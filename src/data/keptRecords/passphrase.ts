/** Characters that a passphrase has at least: it is guessed without a server that could count the tries. */
export const shortestPassphrase = 12;

/** What is wrong with a passphrase; null: nothing. What stands before and after it counts, one letter repeated does not. */
export function passphraseFault(typed: string): 'empty' | 'short' | 'repeated' | null {
  const characters = Array.from(typed);
  if (typed.trim() === '') return 'empty';
  if (characters.length < shortestPassphrase) return 'short';
  return new Set(characters).size < 4 ? 'repeated' : null;
}
