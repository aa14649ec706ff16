/** The value that follows an option's name in the arguments of a command. */
export function valueOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

export function numberOf(args: readonly string[], name: string, otherwise: number): number {
  const given = valueOf(args, name);
  if (given === undefined) return otherwise;
  const value = Number(given);
  if (!Number.isInteger(value)) throw new Error(`${name} takes a whole number.`);
  return value;
}

/** `--seed`, or a random one. */
export const seedOf = (args: readonly string[]): number =>
  numberOf(args, '--seed', Math.floor(Math.random() * 1_000_000_000));
