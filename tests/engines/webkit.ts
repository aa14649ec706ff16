import { type ChildProcess, spawn } from 'node:child_process';
import * as v from 'valibot';
import { freePort } from '../support/freePort.ts';
import { type Driver, type Engine, NewSession, NewTab, until } from './driver.ts';

const Answer = v.object({ value: v.unknown() });
const Refused = v.object({ error: v.string(), message: v.string() });
/** Milliseconds. The driver sometimes stops answering once a service worker is active. */
const longestAnswer = 40_000;

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGKILL');
  });

/**
 * WebKitGTK with its driver at this path: plain WebDriver over HTTP. `display`: the program of an X server, where this machine has no
 * screen.
 */
export const webkit = (path: string, display: string | null): Engine => ({
  name: 'WebKitGTK',
  async start(): Promise<Driver> {
    const port = await freePort();
    const screen = display === null ? null : `:${100 + (port % 900)}`;
    const windows =
      display === null || screen === null
        ? null
        : spawn(display, [screen, '-screen', '0', '1100x900x24'], { stdio: 'ignore' });
    const child = spawn(path, [`--port=${port}`], {
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, LANG: 'en_US.UTF-8', ...(screen === null ? {} : { DISPLAY: screen }) },
    });
    const ask = async (method: 'GET' | 'POST' | 'DELETE', at: string, body?: object): Promise<unknown> => {
      const response = await fetch(`http://127.0.0.1:${port}${at}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        signal: AbortSignal.timeout(longestAnswer),
      });
      const { value } = v.parse(Answer, await response.json());
      if (v.is(Refused, value)) throw new Error(`${at}: ${value.error} ${value.message}`);
      return value;
    };
    await until('the driver of WebKit', () => ask('GET', '/status'));
    const { sessionId, capabilities } = v.parse(
      NewSession,
      await ask('POST', '/session', { capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } } }),
    );
    const session = `/session/${sessionId}`;
    await ask('POST', `${session}/window/rect`, { width: 420, height: 900 }).catch(() => undefined);
    const first = v.parse(v.string(), await ask('GET', `${session}/window`));
    const switchTo = async (handle: string) => void (await ask('POST', `${session}/window`, { handle }));
    return {
      version: capabilities.browserVersion,
      open: async (url) => void (await ask('POST', `${session}/url`, { url })),
      run: (script, args) =>
        ask('POST', `${session}/execute/async`, {
          script: `const done = arguments[arguments.length - 1]; Promise.resolve((function () { ${script} }).apply(null, [...arguments].slice(0, -1))).then(done);`,
          args,
        }),
      click: async (id) => void (await ask('POST', `${session}/element/${id}/click`, {})),
      type: async (id, text) => void (await ask('POST', `${session}/element/${id}/value`, { text })),
      newTab: async () => switchTo(v.parse(NewTab, await ask('POST', `${session}/window/new`, { type: 'tab' })).handle),
      firstTab: () => switchTo(first),
      picture: async () => Buffer.from(v.parse(v.string(), await ask('GET', `${session}/screenshot`)), 'base64'),
      close: async () => {
        await ask('DELETE', session).catch(() => undefined);
        // The browser is a child process of the driver; both are killed as a group.
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        if (windows !== null) await ended(windows);
      },
    };
  },
});
