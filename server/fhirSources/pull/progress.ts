import * as v from 'valibot';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const ExportedFile = v.object({
  url: v.string(),
  /** The type of its resources; null: it has the deletions. */
  type: v.nullable(v.string()),
  /** How many lines it should have. */
  count: v.nullable(Count),
});
export type ExportedFile = v.InferOutput<typeof ExportedFile>;

/** Where a pull stands, so that it goes on there after a kill. `run` names the pull: what it stores is known by it and by its place. */
export const Progress = v.variant('kind', [
  /** The server prepares an export. */
  v.object({ kind: v.literal('export'), run: v.string(), statusUrl: v.string() }),
  /** Its files are read: which one, and how many of its lines are stored. */
  v.object({
    kind: v.literal('files'),
    run: v.string(),
    /** When the server took the files together, by its own clock. */
    asOf: v.string(),
    files: v.array(ExportedFile),
    at: Count,
    lines: Count,
  }),
  /** Types are searched one after another. */
  v.object({
    kind: v.literal('search'),
    run: v.string(),
    since: v.nullable(v.string()),
    /** When the first page came, by the server's own clock. */
    asOf: v.nullable(v.string()),
    types: v.array(v.string()),
    /** The next page of the first type; null: its first. */
    next: v.nullable(v.string()),
    pages: Count,
    /** A page of before, to notice pages that lead round in a circle, and how many pages later another one is taken. */
    mark: v.nullable(v.string()),
    markedAt: Count,
  }),
]);
export type Progress = v.InferOutput<typeof Progress>;
export type Files = Extract<Progress, { kind: 'files' }>;
export type Search = Extract<Progress, { kind: 'search' }>;
export type Export = Extract<Progress, { kind: 'export' }>;
