import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorker } from './worker.ts';

const origin = 'https://portal.example.org';
const pathOf = (asked: RequestInfo | URL): string =>
  new URL(asked instanceof Request ? asked.url : asked, origin).pathname;

/** A browser's cache storage in memory: caches by name, in the order in which they were made. */
function memoryCaches() {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const files = all.get(name) ?? new Map<string, Response>();
    all.set(name, files);
    return {
      match: async (asked: RequestInfo | URL) => files.get(pathOf(asked))?.clone(),
      put: async (asked: RequestInfo | URL, response: Response) => void files.set(pathOf(asked), response),
    };
  };
  return {
    all,
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    async match(asked: RequestInfo | URL) {
      for (const files of all.values()) if (files.has(pathOf(asked))) return files.get(pathOf(asked))?.clone();
      return undefined;
    },
  };
}

const html = (body: string) => new Response(body, { headers: { 'content-type': 'text/html' } });
/** A page of one build, as the server wrote it for a facility. */
const pageOf = (build: string, facility: string) =>
  `<script src="/assets/main-${build}.js"></script><title>${facility}</title>`;

let storage: ReturnType<typeof memoryCaches>;
let deployed: { build: string; facility: string };
/** The number of open windows of this origin. */
let windows: number;
beforeEach(() => {
  storage = memoryCaches();
  deployed = { build: 'one', facility: 'Northlight' };
  windows = 1;
  vi.stubGlobal('caches', storage);
  vi.stubGlobal('fetch', async (asked: RequestInfo | URL) =>
    pathOf(asked).startsWith('/assets/')
      ? new Response(pathOf(asked))
      : html(pageOf(deployed.build, deployed.facility)),
  );
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** An event that ends when everything passed to `waitUntil` has ended. */
class Waited extends Event {
  readonly data: unknown;
  readonly work: Promise<unknown>[] = [];
  constructor(type: string, data: unknown = null) {
    super(type);
    this.data = data;
  }
  waitUntil(work: Promise<unknown>): void {
    this.work.push(work);
  }
}

class Navigation extends Event {
  readonly request: { readonly method: string; readonly url: string; readonly mode: string };
  answer: Promise<Response> | null = null;
  constructor(address: string) {
    super('fetch');
    this.request = { method: 'GET', url: origin + address, mode: 'navigate' };
  }
  respondWith(answer: Promise<Response>): void {
    this.answer = answer;
  }
}

/** The worker of one build in this browser. */
function workerOf(build: string) {
  const target = new EventTarget();
  startWorker(
    {
      addEventListener: target.addEventListener.bind(target),
      skipWaiting: async () => undefined,
      clients: { claim: async () => undefined, matchAll: async () => Array.from({ length: windows }) },
      location: { origin },
    },
    {
      target: 'portal',
      files: [{ url: 'index.html', revision: build }, `assets/main-${build}.js`],
      starts: ['/login'],
      toServer: /^\/api/,
      toServerOnline: /^\/appointments$/,
    },
  );
  const happen = async (type: string, data?: unknown): Promise<void> => {
    const event = new Waited(type, data);
    target.dispatchEvent(event);
    await Promise.all(event.work);
  };
  return {
    /** The worker's answer to a navigation; null when it leaves it to the browser. */
    async navigate(address: string): Promise<string | null> {
      const event = new Navigation(address);
      target.dispatchEvent(event);
      return (await event.answer)?.text() ?? null;
    },
    async comes(): Promise<void> {
      await happen('install');
      await happen('activate');
    },
    renewPage: () => happen('message', { type: 'RENEW_PAGE' }),
  };
}
async function deploy(build: string) {
  deployed = { ...deployed, build };
  const worker = workerOf(build);
  await worker.comes();
  return worker;
}
const isStored = async (file: string) => (await storage.match(file)) !== undefined;
const storedPage = async (address: string) => (await storage.match(address))?.text();

describe('the caches of older builds', () => {
  it('stay while a page is open that may be of one of them, two at most', async () => {
    for (const build of ['one', 'two', 'three']) await deploy(build);
    expect(await isStored('/assets/main-one.js')).toBe(true);
    expect(await isStored('/assets/main-two.js')).toBe(true);
    await deploy('four');
    expect(await isStored('/assets/main-one.js')).toBe(false);
    for (const build of ['two', 'three', 'four']) expect(await isStored(`/assets/main-${build}.js`)).toBe(true);
  });

  it('go when no page is open, and nobody else’s go with them', async () => {
    await storage.open('kiosk-shell-other');
    for (const build of ['one', 'two']) await deploy(build);
    windows = 0;
    await deploy('three');
    expect(storage.all.size).toBe(2);
    expect([...storage.all.keys()]).toContain('kiosk-shell-other');
    expect(await isStored('/assets/main-three.js')).toBe(true);
  });
});

describe('the stored pages', () => {
  it('are renewed by what the server writes into those of the same build', async () => {
    const worker = await deploy('one');
    deployed.facility = 'Harbour Point';
    await worker.renewPage();
    for (const address of ['/index.html', '/login']) expect(await storedPage(address)).toContain('Harbour Point');
  });

  it('stay as they are when the server has those of another build: their files are not on this device', async () => {
    const worker = await deploy('one');
    deployed = { build: 'two', facility: 'Harbour Point' };
    await worker.renewPage();
    for (const address of ['/index.html', '/login'])
      expect(await storedPage(address)).toBe(pageOf('one', 'Northlight'));
  });

  it('stay as they are when something else answers, or nobody', async () => {
    const worker = await deploy('one');
    for (const answer of [
      async () => new Response(pageOf('one', 'An error'), { status: 500, headers: { 'content-type': 'text/html' } }),
      async () => Response.json({ page: pageOf('one', 'No page') }),
      async () => Promise.reject(new TypeError('no network')),
    ]) {
      vi.stubGlobal('fetch', answer);
      await worker.renewPage();
      for (const address of ['/index.html', '/login'])
        expect(await storedPage(address)).toBe(pageOf('one', 'Northlight'));
    }
  });
});

describe('an address of the other target', () => {
  it('is answered by the server, and by a page of this one while the server cannot be reached', async () => {
    const worker = await deploy('one');
    vi.stubGlobal('fetch', async () => html('the server sends there'));
    expect(await worker.navigate('/appointments')).toBe('the server sends there');
    expect(await worker.navigate('/appointments/else')).toBe(pageOf('one', 'Northlight'));
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
    expect(await worker.navigate('/appointments')).toBe(pageOf('one', 'Northlight'));
    expect(await worker.navigate('/api/anything')).toBeNull();
  });
});
