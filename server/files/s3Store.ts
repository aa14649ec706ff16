import { AwsClient } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import * as v from 'valibot';
import { type ObjectStore, type StoredObject, StoreUnavailable } from '../db/objectStore.ts';

/** Where an S3-compatible store is. */
export interface FileSettings {
  /** `https://host/bucket` or `https://host/bucket/prefix`. */
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** The longest that one request may take, and how many bytes it may send in each further millisecond. */
const usualRequestMs = 15_000;
const bytesPerMs = 1000;
const tries = 2;
/** A page of a list has 1,000 keys at most. */
const mostListBytes = 4_000_000;

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'ERROR';
  if (error.cause instanceof Error && 'code' in error.cause) return String(error.cause.code);
  return error.name === 'TimeoutError' ? 'TIMEOUT' : 'ERROR';
};

/** Reads a body of at most so many bytes; null: it is longer. */
async function bodyOf(answer: Response, most: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length;
    if (length > most) {
      await reader?.cancel();
      return null;
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}

const Listed = v.object({ Key: v.string(), LastModified: v.pipe(v.string(), v.toDate()) });

/** What an answer to ListObjectsV2 says: its `Contents`, and whether there are more. */
function readListing(xml: string): { readonly found: v.InferOutput<typeof Listed>[]; readonly hasMore: boolean } {
  const found: v.InferOutput<typeof Listed>[] = [];
  let hasMore = false;
  let fields: Record<string, string> = {};
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    if (name === 'Contents') fields = {};
    text = '';
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'Contents') found.push(v.parse(Listed, fields));
    else if (name === 'IsTruncated') hasMore = text === 'true';
    else fields[name] = text;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return { found, hasMore };
}

const isId = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/** An S3-compatible store, by the address of its bucket (path style). */
export function s3Store(
  { url, accessKey, secretKey, region }: FileSettings,
  serverKeys: ObjectStore['serverKeys'],
  requestMs = usualRequestMs,
): ObjectStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 0,
  });
  const [, origin = url, bucket = '', prefix = ''] = /^(https?:\/\/[^/]+)\/([^/]+)\/?(.*?)\/?$/.exec(url) ?? [];
  const folder = prefix === '' ? '' : `${prefix}/`;
  const addressOf = (id: string): string => `${origin}/${bucket}/${folder}${id}`;

  /** One request and its whole body, again where the store fails or the connection breaks. */
  async function request(
    method: string,
    address: string,
    mostBytes: number,
    body?: Buffer,
  ): Promise<{ readonly status: number; readonly body: Buffer | null }> {
    for (let left = tries - 1; ; left -= 1) {
      let code: string;
      try {
        const answer = await client.fetch(address, {
          method,
          // Without it, aws4fetch signs that the body may be anything.
          headers: {
            'x-amz-content-sha256': createHash('sha256')
              .update(body ?? '')
              .digest('hex'),
          },
          ...(body === undefined ? {} : { body: new Uint8Array(body) }),
          // A redirect could lead to an address that the operator never named.
          redirect: 'manual',
          signal: AbortSignal.timeout(requestMs + Math.ceil((body?.length ?? 0) / bytesPerMs)),
        });
        const read = await bodyOf(answer, answer.ok ? mostBytes : mostListBytes);
        if (answer.ok || answer.status === 404) return { status: answer.status, body: read };
        code = String(answer.status);
        if (answer.status < 500 && answer.status !== 429) throw new StoreUnavailable(code);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        code = codeOf(error);
      }
      if (left === 0) throw new StoreUnavailable(code);
      await wait(200);
    }
  }

  return {
    serverKeys,
    async put(id, sealed) {
      const { status } = await request('PUT', addressOf(id), mostListBytes, sealed);
      if (status === 404) throw new StoreUnavailable('404');
    },
    async get(id, bytes) {
      const { status, body } = await request('GET', addressOf(id), bytes);
      return status === 404 || body?.length !== bytes ? null : body;
    },
    async remove(id) {
      await request('DELETE', addressOf(id), mostListBytes);
    },
    async list(after) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: folder, 'start-after': `${folder}${after}` });
      const { status, body } = await request('GET', `${origin}/${bucket}?${query.toString()}`, mostListBytes);
      if (status === 404 || body === null) throw new StoreUnavailable(String(status));
      const { found, hasMore } = readListing(body.toString());
      const named = found.map(({ Key, LastModified }): StoredObject => ({
        id: Key.slice(folder.length),
        storedAt: LastModified,
      }));
      if (!named.every(({ id }) => isId(id)))
        throw new StoreUnavailable('it has objects of others; give files a bucket or a folder of their own');
      return { objects: named, next: hasMore ? (named.at(-1)?.id ?? null) : null };
    },
  };
}
