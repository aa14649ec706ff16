import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { answersAt, files, fullReminders, signIn, summaryHtml } from './answers.ts';

/** A received request that changes something. */
export interface Received {
  readonly call: string;
  readonly body: string;
}

export interface OwnBackEnd {
  readonly origin: string;
  readonly received: readonly Received[];
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
const fileBodies = {
  pdf: { type: 'application/pdf', body: '%PDF-1.4\n%%EOF\n' },
  html: { type: 'text/html; charset=utf-8', body: '<!doctype html><title>A file</title><p>Words of a file</p>' },
} as const;
/** Calls that need no sign-in (specification 1, sections 2 and 7). */
const beforeSignIn =
  /^\/(?:token$|api\/(?:facilities|themes|SystemCapabilities|content|languages|patients\/signup|authRep|users\/forgotPassword)\b)/;

const patternOf = (address: string): RegExp =>
  new RegExp(`^${address.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);
/** Finds the call for an address; if two match, the one with fewer parameters. */
function callFinder(addresses: readonly string[]): (asked: string) => string | undefined {
  const ordered = addresses
    .map((address) => ({ address, pattern: patternOf(address) }))
    .toSorted((one, other) => one.address.split('{').length - other.address.split('{').length);
  return (asked) => ordered.find(({ pattern }) => pattern.test(asked))?.address;
}

const say = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body);
};
const sayJson = (response: ServerResponse, status: number, body: unknown): void =>
  say(response, status, 'application/json', JSON.stringify(body));

/** Answers that depend on the query or the body; the others are in `answersAt`. */
function particular(
  call: string,
  url: URL,
  body: string,
): { readonly status: number; readonly answer: unknown } | null {
  const is = (name: string) => call.endsWith(name);
  if (call === 'POST /token') {
    const form = new URLSearchParams(body);
    const isTheirs = form.get('username') === signIn.username && form.get('password') === signIn.password;
    return isTheirs || form.get('refresh_token') === 'own-refresh'
      ? null
      : { status: 400, answer: { error: 'invalid_grant', error_description: 'The name or the password is wrong.' } };
  }
  // Without a type, all settings (specification 3, section 7).
  if (call.startsWith('GET') && is('/NotificationSettings') && !url.searchParams.has('type'))
    return { status: 200, answer: fullReminders };
  if (call.startsWith('GET') && is('/Preferences')) return { status: 404, answer: null };
  return null;
}

/** Serves the files of the built portal and the calls of the specification. Everything else is not found. */
export async function startOwnBackEnd(portal: string): Promise<OwnBackEnd> {
  const answers = new Map(Object.entries(answersAt(Date.now())));
  const find = callFinder([...answers.keys(), ...Object.keys(files)]);
  const received: Received[] = [];

  async function answerCall(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const call = find(`${request.method ?? 'GET'} ${url.pathname}`);
    // Like the answer of a common framework.
    if (call === undefined) return say(response, 404, types['.html'] ?? '', `Cannot ${request.method ?? ''} it`);
    if (!beforeSignIn.test(url.pathname) && request.headers.authorization !== 'Bearer own-access')
      return say(response, 401, '', '');
    const body = await text(request);
    if (request.method !== 'GET') received.push({ call, body });
    const special = particular(call, url, body);
    if (special !== null) return sayJson(response, special.status, special.answer);
    const file = files[call];
    if (file !== undefined) return say(response, 200, fileBodies[file].type, fileBodies[file].body);
    const answer = answers.get(call);
    if (answer === null) return say(response, 200, '', '');
    if (call.endsWith('/css') && typeof answer === 'string') return say(response, 200, 'text/css', answer);
    if (answer === summaryHtml) return say(response, 200, types['.html'] ?? '', summaryHtml);
    return sayJson(response, 200, answer);
  }

  async function answerFile(response: ServerResponse, path: string): Promise<void> {
    const isPage = extname(path) === '';
    const bytes = await readFile(join(portal, isPage ? 'index.html' : path)).catch(() => null);
    if (bytes === null) return say(response, 404, 'text/plain', 'Not found');
    response
      .writeHead(200, { 'content-type': types[isPage ? '.html' : extname(path)] ?? 'application/octet-stream' })
      .end(bytes);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://own.test');
    const isCall = url.pathname === '/token' || url.pathname.startsWith('/api/');
    const done = isCall ? answerCall(request, response, url) : answerFile(response, url.pathname);
    done.catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://localhost:${String(port)}`,
    received,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
