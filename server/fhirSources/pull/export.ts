import * as v from 'valibot';
import { partsOf } from './lines.ts';
import type { Export, ExportedFile, Files } from './progress.ts';
import { type Answered, PullFails, refuse, retryAfterOf, textOf } from './request.ts';
import { type SignedIn, parsedAs } from './signIn.ts';
import { byType, readTypes } from './types.ts';

const largestManifest = 16_000_000;
const usualWait = 30;

const OutputFile = v.object({
  type: v.pipe(v.string(), v.maxLength(100)),
  url: v.pipe(v.string(), v.url()),
  count: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
});
const Manifest = v.object({
  transactionTime: v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text))),
    v.transform((text) => new Date(text).toISOString()),
  ),
  output: v.array(OutputFile),
  deleted: v.optional(v.array(OutputFile), []),
  error: v.optional(v.array(OutputFile), []),
});

export interface ExportSettings {
  readonly baseUrl: string;
  readonly groupId: string | null;
  readonly since: string | null;
}

/** Asks for an export (FHIR Bulk Data 2). Gives where its state is told. */
export async function beginExport(signedIn: SignedIn, { baseUrl, groupId, since }: ExportSettings): Promise<string> {
  const url = new URL(`${groupId === null ? 'Patient' : `Group/${groupId}`}/$export`, baseUrl);
  url.searchParams.set('_type', readTypes.join(','));
  url.searchParams.set('_outputFormat', 'application/fhir+ndjson');
  if (since !== null) url.searchParams.set('_since', since);
  // A server that does not know one of the types leaves it out.
  const answer = await signedIn.get(url.href, { headers: { prefer: 'respond-async, handling=lenient' } });
  const place = answer.header('content-location');
  if (answer.status !== 202 || place === null || !URL.canParse(place, baseUrl)) return refuse(answer, '$export');
  answer.body.destroy();
  return new URL(place, baseUrl).href;
}

/** An export is no longer there: it is asked for again. */
const isGone = ({ status }: Answered): boolean => status === 404 || status === 410;

/** What an export has come to: seconds to wait, or its files. `errors`: how many files tell what could not be exported. */
export async function lookAtExport(
  signedIn: SignedIn,
  { statusUrl, run }: Export,
): Promise<number | { readonly files: Files; readonly errors: number }> {
  const answer = await signedIn.get(statusUrl, { headers: { accept: 'application/json' } });
  if (answer.status === 202) {
    answer.body.destroy();
    return retryAfterOf(answer.header('retry-after')) ?? usualWait;
  }
  if (isGone(answer)) {
    answer.body.destroy();
    throw new PullFails('its server no longer has the export', { isOver: true });
  }
  if (answer.status !== 200) return refuse(answer, 'the state of the export');
  const manifest = parsedAs(Manifest, await textOf(answer, largestManifest), 'the manifest of the export');
  const fileOf = ({ type, url, count }: v.InferOutput<typeof OutputFile>): ExportedFile => ({
    type,
    url,
    count: count ?? null,
  });
  const files = [
    ...manifest.output.map(fileOf).toSorted(byType),
    ...manifest.deleted.map((file) => ({ ...fileOf(file), type: null })),
  ];
  return {
    files: { kind: 'files', run, asOf: manifest.transactionTime, files, at: 0, lines: 0 },
    errors: manifest.error.length,
  };
}

/** A part of a file with the progress after it. */
export interface ReadPart {
  readonly bytes: Buffer;
  readonly faults: string | null;
  readonly after: Files;
}

/** Reads the file at which a pull stands, part by part. After the last part it stands at the next file. */
export async function* readFile(signedIn: SignedIn, files: Files): AsyncGenerator<ReadPart> {
  const file = files.files[files.at];
  if (file === undefined) return;
  const answer = await signedIn.get(file.url, { headers: { accept: 'application/fhir+ndjson' }, isLong: true });
  if (answer.status === 403 || isGone(answer)) {
    answer.body.destroy();
    throw new PullFails('its server no longer gives a file of the export', { isOver: true });
  }
  if (answer.status !== 200) return refuse(answer, 'a file of the export');
  let { lines } = files;
  try {
    for await (const part of partsOf(answer.body, lines)) {
      lines += part.lines;
      const faults = part.tooLong === 0 ? null : `lines are too long to be read: ${String(part.tooLong)}`;
      yield { bytes: part.bytes, faults, after: { ...files, lines } };
    }
  } catch (error) {
    throw new PullFails('its server cuts a file off', { cause: error });
  } finally {
    answer.body.destroy();
  }
  if (file.count !== null && lines < file.count)
    throw new PullFails('a file of the export is shorter than its server says');
}
