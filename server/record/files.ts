import { createReadStream } from 'node:fs';
import { isObject, type JsonObject } from '../questionnaires/fhir/json.ts';
import { documentIn } from './documents/files.ts';
import { parseKeepingDecimals } from './fhir/decimals.ts';
import { idOf, isResource } from './map/resource.ts';

/** The most bytes that are read at once: a file that is one JSON text, or one line of NDJSON. */
export const largestText = 128_000_000;

export type Entry =
  | {
      readonly kind: 'resource';
      readonly resource: JsonObject;
      readonly keyOf: (reference: string) => string;
      /** The Binary with a key in the same Bundle. */
      readonly binary: (key: string) => JsonObject | null;
    }
  | { readonly kind: 'deleted'; readonly type: string; readonly id: string }
  | { readonly kind: 'leftOut'; readonly type: string; readonly reason: string }
  | { readonly kind: 'document'; readonly bytes: Buffer }
  | { readonly kind: 'fault'; readonly reason: string };

interface Piece {
  readonly place: string;
  /** Null: larger than what may be read at once. */
  readonly text: string | null;
}

/** The JSON texts of a file: its lines if the first line is a complete object, else the whole file. */
async function* piecesOf(file: string, largest: number): AsyncGenerator<Piece> {
  let parts: Buffer[] = [];
  let size = 0;
  let line = 1;
  let isLines: boolean | null = null;
  const taken = (place: string): Piece | null => {
    const piece =
      size > largest
        ? null
        : Buffer.concat(parts, size)
            .toString('utf8')
            .replace(/^\uFEFF/, '')
            .trim();
    parts = [];
    size = 0;
    return piece === '' ? null : { place, text: piece };
  };
  const add = (bytes: Buffer) => {
    size += bytes.length;
    if (size <= largest) parts.push(bytes);
    else parts = [];
  };
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1 && isLines !== false; end = bytes.indexOf(10, from)) {
      add(bytes.subarray(from, end));
      from = end + 1;
      if (isLines === null) {
        const start = Buffer.concat(parts)
          .toString('utf8')
          .replace(/^\uFEFF/, '')
          .trim();
        if (start !== '' && size <= largest) isLines = start.startsWith('{') && start.endsWith('}');
        else if (size > largest) isLines = true;
        if (isLines === false) {
          add(Buffer.from('\n'));
          break;
        }
      }
      const piece = taken(`line ${String(line)}`);
      if (piece !== null) yield piece;
      line += 1;
    }
    add(bytes.subarray(from));
  }
  const last = taken(isLines === true ? `line ${String(line)}` : 'the file');
  if (last !== null) yield last;
}

/** Turns references into keys. Two servers never share a key: the first one is the source, and others keep their address. */
export class Addresses {
  #home: string | null;

  /** The address of the source, with a slash at its end; null: the first server that is named is the source. */
  constructor(home: string | null = null) {
    this.#home = home;
  }

  /** The key of an absolute or relative reference outside of a Bundle. */
  keyOf = (reference: string): string => {
    const [, base, key = ''] = /^(https?:\/\/.*?\/|)([A-Z]\w+\/[^/?#]+)(?:\/_history\/[^/]+)?$/.exec(reference) ?? [];
    if (base === undefined) return reference;
    if (base === '') return key;
    if (this.#home === null && key.startsWith('Patient/')) this.#home = base;
    return base === this.#home ? key : reference;
  };

  /** Whether the `fullUrl` of a Bundle's entry belongs to another server than the source. */
  isElsewhere(fullUrl: string): boolean {
    const [, base] = /^(https?:\/\/.*?\/)[A-Z]\w+\/[^/?#]+$/.exec(fullUrl) ?? [];
    if (base === undefined) return false;
    this.#home ??= base;
    return base !== this.#home;
  }
}

const uuid = /^urn:(?:uuid|oid):([A-Za-z0-9.-]+)$/i;

/** The entries of a Bundle, with references by `fullUrl` resolved. Entries of a history come oldest first. */
function* unpacked(bundle: JsonObject, addresses: Addresses): Generator<Entry> {
  const list = Array.isArray(bundle['entry']) ? bundle['entry'].filter(isObject) : [];
  const keys = new Map<string, string>();
  const found: { resource: JsonObject; fullUrl: string }[] = [];
  const deleted: { at: number; entry: Entry }[] = [];
  for (const entry of bundle['type'] === 'history' ? list.toReversed() : list) {
    const { resource, request } = entry;
    const fullUrl = typeof entry['fullUrl'] === 'string' ? entry['fullUrl'] : '';
    if (!isResource(resource)) {
      const [, type, id] =
        isObject(request) && request['method'] === 'DELETE' && typeof request['url'] === 'string'
          ? (/^(?:.*\/)?([A-Z]\w+)\/([^/?]+)$/.exec(request['url']) ?? [])
          : [];
      if (type !== undefined && id !== undefined)
        deleted.push({ at: found.length, entry: { kind: 'deleted', type, id } });
      continue;
    }
    const given = idOf(resource) ?? uuid.exec(fullUrl)?.[1] ?? null;
    const named = given === null || given === resource['id'] ? resource : { ...resource, id: given };
    if (given !== null && fullUrl !== '') keys.set(fullUrl, `${String(resource['resourceType'])}/${given}`);
    found.push({ resource: named, fullUrl });
  }
  const keyOf = (reference: string) => keys.get(reference) ?? addresses.keyOf(reference);
  const binaries = new Map<string, JsonObject>(
    found.flatMap(({ resource }) =>
      resource['resourceType'] === 'Binary' ? [[`Binary/${String(resource['id'])}`, resource] as const] : [],
    ),
  );
  const binary = (key: string) => binaries.get(key) ?? null;
  for (const [at, { resource, fullUrl }] of found.entries()) {
    for (const one of deleted) if (one.at === at) yield one.entry;
    if (addresses.isElsewhere(fullUrl))
      yield {
        kind: 'leftOut',
        type: String(resource['resourceType']),
        reason: 'it is of another server than the first: import that one with a --source of its own',
      };
    else if (resource['resourceType'] === 'Bundle') yield* unpacked(resource, addresses);
    else yield { kind: 'resource', resource, keyOf, binary };
  }
  for (const one of deleted) if (one.at === found.length) yield one.entry;
}

/** The contents of a JSON text: a resource, those of a Bundle, or a list of them. */
export function* entriesIn(json: unknown, place: string, addresses: Addresses): Generator<Entry> {
  if (Array.isArray(json)) for (const one of json) yield* entriesIn(one, place, addresses);
  else if (!isResource(json)) yield { kind: 'fault', reason: `${place} is no FHIR resource` };
  else if (json['resourceType'] === 'Bundle') yield* unpacked(json, addresses);
  else yield { kind: 'resource', resource: json, keyOf: addresses.keyOf, binary: () => null };
}

/** The contents of a text that should be JSON. */
export function* entriesOfText(text: string, place: string, addresses: Addresses): Generator<Entry> {
  let json: unknown;
  try {
    json = parseKeepingDecimals(text);
  } catch {
    yield { kind: 'fault', reason: `${place} is no JSON` };
    return;
  }
  yield* entriesIn(json, place, addresses);
}

/**
 * Reads a file: a clinical document in XML; or a resource, a Bundle, a list of them, or NDJSON. A line that cannot be read does not affect
 * the others. Memory is limited by `largest`, whatever the file's size.
 */
export async function* entriesOf(file: string, addresses: Addresses, largest = largestText): AsyncGenerator<Entry> {
  const document = await documentIn(file);
  if (document !== null) {
    yield typeof document === 'string' ? { kind: 'fault', reason: document } : { kind: 'document', bytes: document };
    return;
  }
  for await (const { place, text } of piecesOf(file, largest))
    if (text === null)
      yield {
        kind: 'fault',
        reason: `${place} is larger than ${String(Math.floor(largest / 1_000_000))} MB: give its resources as NDJSON`,
      };
    else yield* entriesOfText(text, place, addresses);
}
