import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Json } from './record.ts';

/** What the server does wrong, each as often as it says. */
export interface Faults {
  /** Requests that are answered with 429 and Retry-After. */
  tooMany: number;
  /** Requests that are answered with 500. */
  broken: number;
  /** Files that are cut off in the middle. */
  cutFiles: number;
  /** The next link leads to another server. */
  foreignNext: boolean;
  /** The next link leads to the page itself. */
  circle: boolean;
  /** Each page comes twice before the next. */
  repeats: boolean;
  /** Searches by `_id` are refused. */
  noIds: boolean;
  /** Lines that are put into the file of a type. */
  readonly lies: Map<string, string>;
}

/**
 * A small FHIR R4 server, as a hospital has one: SMART Backend Services, bulk export and paged searches by `_lastUpdated`. `keysAt` says where the
 * client's keys are.
 */
export class FhirServer {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly resources = new Map<string, Json>();
  readonly deleted: string[] = [];
  readonly faults: Faults = {
    tooMany: 0,
    broken: 0,
    cutFiles: 0,
    foreignNext: false,
    circle: false,
    repeats: false,
    noIds: false,
    lies: new Map(),
  };
  /** Method and address of each request. */
  readonly asked: string[] = [];
  /** Whether a header `authorization` has a token that counts; another authorization server can say so. */
  isToken: (authorization: string) => boolean | Promise<boolean> = (authorization) =>
    authorization === `Bearer t${String(this.#tokens)}`;
  canExport = true;
  wantsSignIn = true;
  errorFiles = 0;
  #exports = 0;
  #polls = 0;
  #tokens = 0;
  #keysAt: () => string;

  constructor(keysAt: () => string) {
    this.#keysAt = keysAt;
  }

  async listen(): Promise<void> {
    await new Promise<void>((settle) => this.#server.listen(0, '127.0.0.1', settle));
  }
  get url(): string {
    const address = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${String(address.port)}/fhir/`;
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((settle) => this.#server.close(() => settle()));
  }

  /** Adds resources, or newer versions of them. */
  put(...resources: readonly Json[]): void {
    for (const one of resources) {
      const key = `${String(one['resourceType'])}/${String(one['id'])}`;
      this.resources.set(key, { ...one, meta: { lastUpdated: new Date().toISOString() } });
    }
  }

  #of(type: string, since: string): Json[] {
    return [...this.resources.values()].filter(
      (one) => one['resourceType'] === type && (since === '' || this.#changedAt(one) >= Date.parse(since)),
    );
  }
  #changedAt(one: Json): number {
    const { meta } = one;
    return typeof meta === 'object' && meta !== null && 'lastUpdated' in meta
      ? Date.parse(String(meta.lastUpdated))
      : 0;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(`${request.method ?? ''} ${url.pathname}${url.search}`);
    const send = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/fhir+json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    const path = url.pathname.replace('/fhir/', '');
    if (path === '.well-known/smart-configuration') return send(200, { token_endpoint: `${this.url}token` });
    if (path === 'token') return this.#token(request, send);
    if (this.wantsSignIn && !(await this.isToken(request.headers.authorization ?? ''))) return send(401, {});
    if (this.faults.tooMany > 0) {
      this.faults.tooMany -= 1;
      return send(429, {}, { 'retry-after': '1' });
    }
    if (this.faults.broken > 0) {
      this.faults.broken -= 1;
      return send(500, {});
    }
    if (path === 'metadata') return send(200, this.#statement());
    if (path.endsWith('$export')) {
      this.#exports += 1;
      this.#polls = 0;
      const since = url.searchParams.get('_since') ?? '';
      return send(202, '', {
        'content-location': `${this.url}export/${String(this.#exports)}?since=${encodeURIComponent(since)}`,
      });
    }
    if (path.startsWith('export/')) return this.#manifest(url.searchParams.get('since') ?? '', send);
    if (path.startsWith('file/'))
      return this.#file(path.slice('file/'.length), url.searchParams.get('since') ?? '', response);
    const [type = '', id] = path.split('/');
    if (id === undefined) return this.#search(path, url, send);
    const one = this.resources.get(path);
    return one === undefined ? send(this.deleted.includes(`${type}/${id}`) ? 410 : 404, {}) : send(200, one);
  }

  async #token(request: IncomingMessage, send: (status: number, body: unknown) => void): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
    const form = new URLSearchParams(Buffer.concat(parts).toString());
    try {
      const keys = createRemoteJWKSet(new URL(this.#keysAt()));
      const { payload } = await jwtVerify(form.get('client_assertion') ?? '', keys, {
        audience: `${this.url}token`,
        issuer: 'portal',
      });
      if (form.get('grant_type') !== 'client_credentials' || payload.sub !== 'portal')
        throw new Error('another client');
      this.#tokens += 1;
      send(200, {
        access_token: `t${String(this.#tokens)}`,
        token_type: 'bearer',
        expires_in: 300,
        scope: form.get('scope'),
      });
    } catch {
      send(400, { error: 'invalid_client' });
    }
  }

  #statement(): Json {
    const types = [...new Set([...this.resources.values()].map((one) => one['resourceType']))];
    return {
      resourceType: 'CapabilityStatement',
      rest: [
        {
          mode: 'server',
          resource: types.map((type) => ({
            type,
            ...(type === 'Patient' && this.canExport ? { operation: [{ name: 'patient-export' }] } : {}),
          })),
        },
      ],
    };
  }

  #manifest(
    since: string,
    send: (status: number, body: unknown, headers?: Readonly<Record<string, string>>) => void,
  ): void {
    this.#polls += 1;
    if (this.#polls === 1) return send(202, '', { 'retry-after': '1' });
    const types = [...new Set([...this.resources.values()].map((one) => String(one['resourceType'])))];
    const files = (all: readonly string[]) =>
      all.map((type) => ({ type, url: `${this.url}file/${type}?since=${encodeURIComponent(since)}` }));
    send(200, {
      transactionTime: new Date().toISOString(),
      request: `${this.url}Patient/$export`,
      requiresAccessToken: this.wantsSignIn,
      // Not in the order in which they are best read.
      output: files(
        types.filter((type) => this.#of(type, since).length > 0 || this.faults.lies.has(type)).toReversed(),
      ),
      deleted: this.deleted.length === 0 ? [] : files(['deleted']).map((file) => ({ ...file, type: 'Bundle' })),
      error: files(Array.from({ length: this.errorFiles }, () => 'OperationOutcome')),
    });
  }

  #file(type: string, since: string, response: ServerResponse): void {
    const lines =
      type === 'deleted'
        ? this.deleted.map((url) => ({
            resourceType: 'Bundle',
            type: 'transaction',
            entry: [{ request: { method: 'DELETE', url } }],
          }))
        : this.#of(type, since);
    const text = `${lines.map((one) => `${JSON.stringify(one)}\n`).join('')}${this.faults.lies.get(type) ?? ''}`;
    response.writeHead(200, { 'content-type': 'application/fhir+ndjson' });
    if (this.faults.cutFiles > 0) {
      this.faults.cutFiles -= 1;
      response.write(text.slice(0, Math.ceil(text.length * 0.7)), () => response.destroy());
      return;
    }
    response.end(text);
  }

  #search(type: string, url: URL, send: (status: number, body: unknown) => void): void {
    const page = Number(url.searchParams.get('page') ?? 0);
    const isAgain = url.searchParams.has('again');
    const since = (url.searchParams.get('_lastUpdated') ?? '').replace(/^ge/, '');
    const size = url.searchParams.has('_id') ? 50 : 3;
    const ids = url.searchParams.get('_id')?.split(',');
    if (ids !== undefined && this.faults.noIds) return send(400, {});
    const all = this.#of(type, since).filter((one) => ids?.includes(String(one['id'])) ?? true);
    const found = all.slice(page * size, (page + 1) * size);
    const next = new URL(url);
    if (this.faults.repeats && !isAgain) next.searchParams.set('again', '1');
    else {
      next.searchParams.delete('again');
      if (!this.faults.circle) next.searchParams.set('page', String(page + 1));
    }
    if (this.faults.foreignNext) next.host = 'other.example';
    const hasNext = next.searchParams.has('again') || this.faults.circle || (page + 1) * size < all.length;
    send(200, {
      resourceType: 'Bundle',
      type: 'searchset',
      ...(hasNext ? { link: [{ relation: 'next', url: next.href }] } : {}),
      entry: found.map((resource) => ({
        fullUrl: `${this.url}${type}/${String(resource['id'])}`,
        resource,
        search: { mode: 'match' },
      })),
    });
  }
}
