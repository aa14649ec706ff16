import * as v from 'valibot';

/** What a browser's own driver does in these walks. Both drivers accept WebDriver commands, over different connections. */
export interface Driver {
  readonly version: string;
  readonly open: (address: string) => Promise<void>;
  /** Runs the body of a function in the page and returns its value, or what its promise resolves to. */
  readonly run: (body: string, args: readonly unknown[]) => Promise<unknown>;
  readonly click: (element: string) => Promise<void>;
  readonly type: (element: string, text: string) => Promise<void>;
  /** Opens another tab, which receives all later commands; `firstTab` goes back. */
  readonly newTab: () => Promise<void>;
  readonly firstTab: () => Promise<void>;
  readonly picture: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/** A browser that was found on this machine. */
export interface Engine {
  readonly name: string;
  readonly start: () => Promise<Driver>;
}

/** The parts of WebDriver's answer about a new session. */
export const NewSession = v.object({ sessionId: v.string(), capabilities: v.object({ browserVersion: v.string() }) });

/** The parts of WebDriver's answer about a new tab. */
export const NewTab = v.object({ handle: v.string() });

/** How WebDriver names an element. */
const ElementReference = v.pipe(
  v.object({ 'element-6066-11e4-a52e-4f735466cecf': v.string() }),
  v.transform((reference) => reference['element-6066-11e4-a52e-4f735466cecf']),
);

const longestWait = 30_000;
const pause = (milliseconds: number) =>
  new Promise<void>((done) => {
    setTimeout(done, milliseconds);
  });

/** Asks again until the answer is not null. A page that is being left does not answer. */
export async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  let last: unknown = null;
  for (const end = Date.now() + longestWait; Date.now() < end; await pause(100)) {
    const answer = await ask().catch((error: unknown) => {
      last = error;
      return null;
    });
    if (answer !== null) return answer;
  }
  throw new Error(`${what}: not within ${longestWait / 1000} s`, { cause: last });
}

const visible = `const isSeen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).replace(/\\u00a0/g, ' ').trim();`;

/** A page on which a person finds things by their words. */
export class Walker {
  private readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  open(address: string): Promise<void> {
    return this.driver.open(address);
  }

  run(body: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.driver.run(body, args);
  }

  /** The first visible and enabled element of this kind whose text contains the words. Waits for it. */
  private find(kind: string, words: string): Promise<string> {
    return until(`${kind} "${words}"`, async () => {
      const found = await this.run(
        `${visible} const [kind, words] = arguments;
         return [...document.querySelectorAll(kind)].find((element) => isSeen(element) && !element.disabled && nameOf(element).includes(words)) ?? null;`,
        kind,
        words,
      );
      return found === null ? null : v.parse(ElementReference, found);
    });
  }

  async press(words: string, kind = 'button, a, label'): Promise<void> {
    const element = await this.find(kind, words);
    await this.run(`arguments[0].scrollIntoView({ block: 'center' })`, reference(element));
    // A driver refuses to click what something covers, as the app does for a moment where the last press brought another control.
    await until(`a press on "${words}"`, () => this.driver.click(element).then(() => true));
  }

  async type(kind: string, text: string): Promise<void> {
    await this.driver.type(await this.find(kind, ''), text);
  }

  /** Waits until the words are visible. */
  sees(words: string, kind = 'h1, h2, p, button, label, legend, a'): Promise<string> {
    return this.find(kind, words);
  }

  async isAt(path: RegExp): Promise<void> {
    await until(`the address ${path}`, async () =>
      path.test(String(await this.run('return location.pathname'))) ? true : null,
    );
  }

  newTab(): Promise<void> {
    return this.driver.newTab();
  }

  backToFirstTab(): Promise<void> {
    return this.driver.firstTab();
  }

  picture(): Promise<Buffer> {
    return this.driver.picture();
  }
}

const reference = (element: string) => ({ 'element-6066-11e4-a52e-4f735466cecf': element });
