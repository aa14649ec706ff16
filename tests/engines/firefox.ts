import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { freePort } from '../support/freePort.ts';
import { type Driver, type Engine, NewSession, NewTab, until } from './driver.ts';

const Reply = v.tuple([v.literal(1), v.number(), v.nullable(v.object({ message: v.string() })), v.unknown()]);
const Value = v.object({ value: v.unknown() });

/** Firefox accepts WebDriver commands on a socket (Marionette), so that no other program is needed. */
class Marionette {
  private readonly socket: Socket;
  private received = Buffer.alloc(0);
  private lastId = 0;
  private readonly waiting = new Map<number, (reply: v.InferOutput<typeof Reply>) => void>();

  constructor(socket: Socket) {
    this.socket = socket;
    // Each command adds a listener for the end of the browser.
    socket.setMaxListeners(0);
    socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes]);
      this.read();
    });
  }

  /** A message is its length in bytes, a colon and JSON. The first message is a greeting and answers no command. */
  private read(): void {
    for (;;) {
      const colon = this.received.indexOf(':');
      const length = Number(this.received.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || this.received.length < colon + 1 + length) return;
      const message: unknown = JSON.parse(this.received.subarray(colon + 1, colon + 1 + length).toString());
      this.received = this.received.subarray(colon + 1 + length);
      const reply = v.safeParse(Reply, message);
      if (reply.success) this.waiting.get(reply.output[1])?.(reply.output);
    }
  }

  async command(name: string, parameters: object): Promise<unknown> {
    this.lastId += 1;
    const message = JSON.stringify([0, this.lastId, name, parameters]);
    const reply = new Promise<v.InferOutput<typeof Reply>>((resolve, reject) => {
      this.waiting.set(this.lastId, resolve);
      this.socket.once('close', () => reject(new Error(`Firefox ended at ${name}.`)));
    });
    this.socket.write(`${Buffer.byteLength(message)}:${message}`);
    const [, , error, result] = await reply;
    if (error !== null) throw new Error(`${name}: ${error.message}`);
    return v.is(Value, result) ? result.value : result;
  }
}

/** The number of kilobytes that pages may store, low enough for a test to fill the device. */
const room = 'user_pref("dom.quotaManager.temporaryStorage.fixedLimit", 98304);\n';

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });

/** Firefox at this path. */
export const firefox = (path: string): Engine => ({
  name: 'Firefox',
  async start(): Promise<Driver> {
    const profile = await mkdtemp(join(tmpdir(), 'vestibule-firefox-'));
    const port = await freePort();
    await writeFile(
      join(profile, 'user.js'),
      `user_pref("marionette.port", ${port});\nuser_pref("intl.accept_languages", "en-US");\nuser_pref("app.update.enabled", false);\n${room}`,
    );
    const child = spawn(
      path,
      ['--headless', '--marionette', '--no-remote', '--profile', profile, '--width', '420', '--height', '900'],
      {
        stdio: 'ignore',
        env: { ...process.env, HOME: profile },
      },
    );
    const gone = new Promise<void>((done) => {
      child.once('exit', () => done());
    });
    const marionette = new Marionette(await until('Firefox', () => connected(port)));
    const { capabilities } = v.parse(NewSession, await marionette.command('WebDriver:NewSession', {}));
    const first = v.parse(v.string(), await marionette.command('WebDriver:GetWindowHandle', {}));
    const switchTo = async (handle: string) => void (await marionette.command('WebDriver:SwitchToWindow', { handle }));
    return {
      version: capabilities.browserVersion,
      open: async (url) => void (await marionette.command('WebDriver:Navigate', { url })),
      run: (script, args) => marionette.command('WebDriver:ExecuteScript', { script, args, sandbox: null }),
      click: async (id) => void (await marionette.command('WebDriver:ElementClick', { id })),
      type: async (id, text) => void (await marionette.command('WebDriver:ElementSendKeys', { id, text })),
      newTab: async () =>
        switchTo(v.parse(NewTab, await marionette.command('WebDriver:NewWindow', { type: 'tab', focus: true })).handle),
      firstTab: () => switchTo(first),
      picture: async () =>
        Buffer.from(
          v.parse(v.string(), await marionette.command('WebDriver:TakeScreenshot', { full: false })),
          'base64',
        ),
      close: async () => {
        child.kill('SIGKILL');
        await gone;
        await rm(profile, { recursive: true, force: true });
      },
    };
  },
});
