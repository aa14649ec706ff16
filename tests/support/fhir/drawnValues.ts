/** The kinds of questions that are drawn. Their linkIds begin with the kind. */
export const kindNames = [
  'boolean',
  'integer',
  'string',
  'choice',
  'dateTime',
  'date',
  'time',
  'quantity',
  'lookup',
  'attachment',
] as const;
export type Kind = (typeof kindNames)[number];
/** A value in a short form: the code of a choice, the number of kilograms of a quantity, the name of a file. */
export type Value = boolean | number | string;

export const codes = ['a', 'b', 'c'] as const;

/** Few values of each kind, so that conditions are often met. */
export const valuesOfKind: Readonly<Record<Kind, readonly Value[]>> = {
  boolean: [true, false],
  integer: [0, 1, 2, 3],
  string: ['x', 'y', 'Ünï 😀'],
  choice: codes,
  date: ['2026-01-31', '2026-02-01', '2026-12-24'],
  time: ['06:30', '12:00', '23:59'],
  dateTime: ['2026-03-01T06:30', '2026-07-01T18:00'],
  quantity: [1, 2.5, 70],
  lookup: ['L1', 'L2', 'L30'],
  attachment: ['photo.png', 'letter.png'],
};
/** An image of one pixel, the content of every file. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The kind of a question, from the beginning of its linkId. */
export const kindOf = (linkId: string): Kind => {
  const kind = kindNames.find((one) => linkId.startsWith(`${one}-`));
  if (!kind) throw new Error(`${linkId} is no question`);
  return kind;
};
