import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type CallShape, type FileAnswer, contractVersion, versionHeader } from '@portal/api';
import { anyOriginHeaders, crossOriginHeaders } from './crossOrigin.ts';
import { fileGonePage } from './fileGone.ts';
import type { Refusal } from './handler.ts';
import { headerOf } from './request.ts';
import { dataHeaders, fileHeaders } from './securityHeaders.ts';

const compressFrom = 2048;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The answer to a call, before its headers. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string | null;
  readonly file?: FileAnswer;
  /** Seconds after which the request may be repeated. */
  readonly retryAfter?: number;
}

async function compressed(
  text: string,
  accepts: string | null,
): Promise<{ body: string | Buffer; encoding: string | null }> {
  if (accepts === null || text.length < compressFrom) return { body: text, encoding: null };
  if (/\bbr\b/.test(accepts))
    return { body: await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), encoding: 'br' };
  if (/\bgzip\b/.test(accepts)) return { body: await gzipped(text, { level: 4 }), encoding: 'gzip' };
  return { body: text, encoding: null };
}

const retryAfterOf = ({ status, extra }: Refusal): Pick<Reply, 'retryAfter'> => {
  if (status !== 503 && status !== 429) return {};
  return { retryAfter: typeof extra['minutes'] === 'number' ? extra['minutes'] * 60 : 1 };
};

/** The reply to a refused call: to a program its code, to a person who opened a file a page. */
export function refusalReply(refused: Refusal, incoming: IncomingMessage, givesFile: boolean): Reply {
  // The answer is shown in a window to a person, not read by a program.
  const isSeen = givesFile && headerOf(incoming, 'sec-fetch-dest') === 'document';
  return isSeen
    ? {
        status: refused.status,
        type: 'text/html; charset=utf-8',
        text: fileGonePage(headerOf(incoming, 'accept-language'), refused.status >= 429),
        ...retryAfterOf(refused),
      }
    : {
        status: refused.status,
        type: 'application/json',
        text: JSON.stringify({ error: refused.code, ...refused.extra }),
        ...retryAfterOf(refused),
      };
}

/** Headers of every answer to a call: names and values in turn, as Node takes them. */
const listed = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries({ ...headers, [versionHeader]: String(contractVersion), 'cache-control': 'no-store' }).flat();

/** Makes the function that sends the replies of one call. */
export function replySender(call: CallShape, allowedOrigin: string | null) {
  const forOthers = call.isForAnyOrigin === true ? anyOriginHeaders : {};
  const sameOrigin = {
    plain: listed({ ...dataHeaders(false), ...forOthers }),
    secure: listed({ ...dataHeaders(true), ...forOthers }),
  };
  const commonHeaders = (secure: boolean, origin: string | null): readonly string[] =>
    origin !== null && origin === allowedOrigin
      ? listed({ ...dataHeaders(secure), ...crossOriginHeaders(origin, allowedOrigin) })
      : secure
        ? sameOrigin.secure
        : sameOrigin.plain;

  return async (
    reply: Reply,
    secure: boolean,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    setCookies: readonly string[],
  ): Promise<void> => {
    const { file } = reply;
    const { body, encoding } =
      reply.text === null
        ? { body: file?.bytes ?? null, encoding: null }
        : await compressed(reply.text, headerOf(incoming, 'accept-encoding'));
    const out = [
      ...(file === undefined
        ? commonHeaders(secure, incoming.headers.origin ?? null)
        : listed({ ...fileHeaders(secure, file), ...forOthers })),
    ];
    if (reply.type !== '') out.push('content-type', reply.type);
    if (encoding !== null) out.push('content-encoding', encoding);
    if (reply.retryAfter !== undefined) out.push('retry-after', String(reply.retryAfter));
    // The rest of the body is not read, so the connection cannot serve another request.
    if (reply.status === 413 || (reply.status === 503 && !incoming.complete)) out.push('connection', 'close');
    for (const cookie of setCookies) out.push('set-cookie', cookie);
    if (body !== null) out.push('content-length', String(Buffer.byteLength(body)));
    outgoing.writeHead(reply.status, out);
    outgoing.end(body);
  };
}
