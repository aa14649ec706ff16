import * as v from 'valibot';

/** Names our messages and threads towards other systems. */
export const identifierSystem = 'urn:vestibule';
export const messageName = (id: number): string => `message-${String(id)}`;
/** The category of a message that asks for something. */
export const requestCode = (kind: string): string => `request-${kind}`;
export const threadName = (id: number): string => `thread-${String(id)}`;

/** The number in one of our names, such as `thread-5`; null where none of the names is one. */
export function numberIn<Id>(
  names: readonly (string | null | undefined)[],
  nameOf: (id: number) => string,
  id: v.GenericSchema<number, Id>,
): Id | null {
  for (const name of names) {
    const number = Number(/\d{1,15}$/.exec(name ?? '')?.[0]);
    const parsed = v.safeParse(id, number);
    if (parsed.success && name === nameOf(number)) return parsed.output;
  }
  return null;
}
