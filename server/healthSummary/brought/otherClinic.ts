import * as http from 'node:http';
import * as https from 'node:https';
import { largestBrought, mostBroughtFiles, SealedFile } from '@portal/api';
import * as v from 'valibot';
import { isPublicEndpoint, publicLookup } from '../../process/publicAddress.ts';

/** What another clinic answers. `wrong`: it wants a passcode, or another one. `unreachable` also says that its answer is none of such a link. */
export type LinkAnswer =
  | { readonly kind: 'files'; readonly files: readonly string[] }
  | { readonly kind: 'wrong'; readonly remainingAttempts: number | null }
  | { readonly kind: 'gone' | 'unreachable' };

export interface LinkRequest {
  readonly url: string;
  readonly isOneFile: boolean;
  readonly passcode?: string | undefined;
  /** Who asks, for the other clinic's log. */
  readonly recipient: string;
}

interface Limits {
  /** True in tests: addresses of this machine, and without TLS. */
  readonly anywhere: boolean;
  /** How many bytes are left for this link. */
  left: number;
  readonly signal: AbortSignal;
}

const withinMs = 20_000;
const unreachable = { kind: 'unreachable' } as const;

/** One request, without cookies and redirects; null where nobody answers or the answer is longer than what is left. */
async function ask(
  address: string,
  limits: Limits,
  json: object | null,
): Promise<{ readonly status: number; readonly text: string } | null> {
  if (!limits.anywhere && !(await isPublicEndpoint(address))) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const body = json === null ? null : JSON.stringify(json);
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve) => {
    const asked = request(
      url,
      {
        method: body === null ? 'GET' : 'POST',
        headers: {
          accept: body === null ? 'application/jose, application/json, */*' : 'application/json',
          ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
        signal: limits.signal,
        // A connection that is kept open was perhaps made without the check of its address.
        agent: false,
        ...(limits.anywhere ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('error', () => resolve(null));
        answer.on('data', (part: Buffer) => {
          limits.left -= part.length;
          if (limits.left < 0) asked.destroy(new Error('too long'));
          else parts.push(part);
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        );
      },
    );
    asked.on('error', () => resolve(null));
    asked.end(body ?? undefined);
  });
}

const Manifest = v.object({
  files: v.pipe(
    v.array(
      v.object({
        contentType: v.string(),
        embedded: v.optional(v.string()),
        location: v.optional(v.pipe(v.string(), v.maxLength(4000))),
      }),
    ),
    v.maxLength(mostBroughtFiles),
  ),
});
const Wrong = v.object({ remainingAttempts: v.optional(v.number()) });

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

function refusedBy({ status, text }: { readonly status: number; readonly text: string }): LinkAnswer | null {
  if (status === 401) {
    const wrong = v.safeParse(Wrong, jsonIn(text));
    return { kind: 'wrong', remainingAttempts: (wrong.success ? wrong.output.remainingAttempts : undefined) ?? null };
  }
  if (status === 404 || status === 410) return { kind: 'gone' };
  return status === 200 ? null : unreachable;
}

/** Only encrypted files go on to the device, so that nobody reads other pages through this server. */
function sealed(texts: readonly (string | null)[]): LinkAnswer {
  const files = texts.flatMap((text) => {
    const read = v.safeParse(SealedFile, text?.trim());
    return read.success ? [read.output] : [];
  });
  return files.length === texts.length && files.length > 0 ? { kind: 'files', files } : unreachable;
}

/** Bytes of an issuer's keys: as many as a few hundred keys take. */
const largestKeys = 200_000;

/** The keys with which an issuer signs its health cards; null where it does not give any. Never rejects. */
export async function askForKeys(issuer: string, anywhere: boolean): Promise<unknown> {
  const limits: Limits = { anywhere, left: largestKeys, signal: AbortSignal.timeout(withinMs) };
  const answer = await ask(`${issuer}/.well-known/jwks.json`, limits, null);
  return answer?.status === 200 ? jsonIn(answer.text) : null;
}

/** Fetches what a link of another clinic leads to: from public addresses alone, within bounds of time and size. Never rejects. */
export async function askOtherClinic(link: LinkRequest, anywhere: boolean): Promise<LinkAnswer> {
  const limits: Limits = { anywhere, left: largestBrought, signal: AbortSignal.timeout(withinMs) };
  const { url, recipient, passcode } = link;
  if (link.isOneFile) {
    if (!URL.canParse(url)) return unreachable;
    const address = new URL(url);
    address.searchParams.set('recipient', recipient);
    const answer = await ask(address.href, limits, null);
    return answer === null ? unreachable : (refusedBy(answer) ?? sealed([answer.text]));
  }
  const answer = await ask(url, limits, {
    recipient,
    embeddedLengthMax: largestBrought,
    ...(passcode === undefined ? {} : { passcode }),
  });
  if (answer === null) return unreachable;
  const refused = refusedBy(answer);
  if (refused !== null) return refused;
  const manifest = v.safeParse(Manifest, jsonIn(answer.text));
  if (!manifest.success) return unreachable;
  const texts: (string | null)[] = [];
  for (const { contentType, embedded, location } of manifest.output.files) {
    // Health cards and ways into an interface are other things than documents to read.
    if (!contentType.startsWith('application/fhir+json')) continue;
    const file = embedded !== undefined || location === undefined ? null : await ask(location, limits, null);
    texts.push(embedded ?? (file?.status === 200 ? file.text : null));
  }
  return sealed(texts);
}
