import * as http from 'node:http';
import * as https from 'node:https';
import { isPublicEndpoint, publicLookup } from '../../process/publicAddress.ts';
import { limitedTo } from '../../process/timeLimit.ts';
import { attemptMs } from '../../process/worker.ts';
import { codeOf } from '../../http/loggedError.ts';

/** Reading a source does not go on now. Its message is for the engineer and has nothing of a patient. */
export class PullFails extends Error {
  /** Seconds after which its server wants to be asked again; null: it does not say. */
  readonly retryAfter: number | null;
  /** What was begun is worth nothing any more: the next try begins from the start. */
  readonly isOver: boolean;

  constructor(
    message: string,
    {
      retryAfter = null,
      isOver = false,
      cause,
    }: { readonly retryAfter?: number | null; readonly isOver?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.retryAfter = retryAfter;
    this.isOver = isOver;
  }
}

/** Where requests may go. */
export interface Reach {
  readonly baseUrl: string;
  /** True in tests: addresses of this machine, and without TLS. */
  readonly anywhere: boolean;
  readonly stopping: AbortSignal;
}

export const isSameOrigin = (url: string, baseUrl: string): boolean =>
  URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin;

export interface Answered {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** The body, which whoever asked must read or destroy. */
  readonly body: http.IncomingMessage;
}

/** How long a body may stand still. */
const stalledMs = 30_000;

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: URLSearchParams;
  /** A long body: only standing still ends it, and not its time. */
  readonly isLong?: boolean;
}

/**
 * One request without redirects. The engineer named the server of the source, which may be in the hospital's own network; whatever else that server
 * names must be a public address, so that it leads nobody to other machines of that network.
 */
export async function ask(
  url: string,
  reach: Reach,
  { headers = {}, form, isLong = false }: Asked = {},
): Promise<Answered> {
  const isOwn = isSameOrigin(url, reach.baseUrl);
  if (!isOwn && !reach.anywhere && !(await isPublicEndpoint(url)))
    throw new PullFails('its server leads to an address that is not public, or without https');
  const address = new URL(url);
  const { request } = address.protocol === 'https:' ? https : http;
  const body = form?.toString();
  return new Promise((resolve, reject) => {
    const fails = (error: unknown) =>
      reject(new PullFails(`its server does not answer (${codeOf(error)})`, { cause: error }));
    const asked = request(
      address,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/fhir+json',
          'user-agent': 'vestibule',
          ...headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
        },
        signal: isLong ? reach.stopping : limitedTo(attemptMs, reach.stopping),
        // A connection that is kept open was perhaps made without the check of its address.
        agent: false,
        ...(isOwn || reach.anywhere ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        resolve({
          status: answer.statusCode ?? 0,
          header: (name) => {
            const value = answer.headers[name];
            return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
          },
          body: answer,
        });
      },
    );
    asked.setTimeout(stalledMs, () => asked.destroy(new Error('stalled')));
    asked.on('error', fails);
    asked.end(body);
  });
}

/** The whole body as text, of at most so many bytes. */
export async function textOf({ body }: Answered, largest: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      const bytes: Buffer = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
      size += bytes.length;
      // Leaving the loop closes the connection.
      if (size > largest) throw new PullFails(`its server answers with more than ${String(largest / 1_000_000)} MB`);
      parts.push(bytes);
    }
  } catch (error) {
    throw error instanceof PullFails
      ? error
      : new PullFails(`its server cuts an answer off (${codeOf(error)})`, { cause: error });
  }
  return Buffer.concat(parts).toString('utf8');
}

const longestWait = 3600;
/** Seconds of a Retry-After, at most an hour; null where it says nothing. */
export function retryAfterOf(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 1), longestWait);
}

/** Throws for an answer that is none of what was asked for. */
export function refuse({ status, header, body }: Answered, what: string): never {
  body.destroy();
  throw new PullFails(`${what} is answered with ${String(status)}`, {
    retryAfter: retryAfterOf(header('retry-after')),
  });
}
