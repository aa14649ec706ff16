import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { CDPSession, Page } from 'playwright';
import { expect } from 'playwright/test';
import * as v from 'valibot';

/** The rules for a page (visual language, sections 9 and 13). */
export interface PageRules {
  /** Smallest side of a target in px: 44, on the kiosk 64. */
  readonly target: number;
  /** The colour schemes of the surface. */
  readonly schemes: readonly ('light' | 'dark')[];
  /** Widths in px of the devices on which it runs. */
  readonly devices: readonly number[];
}

export const portalRules: PageRules = { target: 44, schemes: ['light', 'dark'], devices: [390, 800, 1280] };
/** The kiosk runs on tablets, and is dark where its facility chooses so. */
export const kioskRules: PageRules = { target: 64, schemes: ['light', 'dark'], devices: [800, 1280] };

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules about colours, which are all that a scheme affects. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const height = 900;

/**
 * Sets the scheme as the device's preference, and as the facility's choice if the page has one. Returns the previous choice, and whether
 * the page was shown in another scheme.
 */
async function showScheme(
  page: Page,
  scheme: 'light' | 'dark',
): Promise<{ readonly before: string | undefined; readonly changes: boolean }> {
  const wasDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: scheme });
  const before = await page.evaluate((chosen) => {
    const { dataset } = document.documentElement;
    const stood = dataset['scheme'];
    if (stood !== undefined) dataset['scheme'] = chosen;
    return stood;
  }, scheme);
  return { before, changes: wasDark !== (scheme === 'dark') || (before !== undefined && before !== scheme) };
}

/** Makes the browser compute styles anew, because after a change of scheme some inherited colours of the old one stay. */
const freshStyles = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheets = [...document.styleSheets];
    for (const sheet of sheets) sheet.disabled = true;
    document.documentElement.getBoundingClientRect();
    for (const sheet of sheets) sheet.disabled = false;
  });

/** Resolves when no animation is running, so that final colours are measured. */
const stillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    document.documentElement.getBoundingClientRect();
    // An element that inherits a fading colour begins its own animation after that, so this repeats.
    const ending = () =>
      document
        .getAnimations()
        .filter(
          (animation) =>
            animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity,
        );
    for (let running = ending(); running.length > 0; running = ending())
      await Promise.allSettled(running.map((animation) => animation.finished));
  });

const Findings = v.array(v.string());

interface Axe {
  /** Whether this is the first look at the document. */
  readonly isFirst: boolean;
  readonly findings: (rules: readonly string[] | null) => Promise<string[]>;
}

/**
 * Axe in an isolated world of the page, where timers run whatever clock the test has given the page. A session finds its world again by
 * the name, so that axe is read once in each document.
 */
async function axeIn(session: CDPSession, without: readonly string[] = []): Promise<Axe> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  const run = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as unknown;
  };
  const isFirst = (await run('typeof axe')) === 'undefined';
  if (isFirst) await run(`${axe.source}; undefined`);
  const findings = async (rules: readonly string[] | null) => {
    const runOnly = rules === null ? { type: 'tag', values: tags } : { type: 'rule', values: rules };
    // Targets are measured separately, because these rules ask for more than axe, which ignores what a bar covers at the moment.
    const options = {
      runOnly,
      resultTypes: ['violations'],
      rules: Object.fromEntries(['target-size', ...without].map((rule) => [rule, { enabled: false }])),
    };
    const said =
      await run(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, help, nodes }) =>
      'axe ' + id + ' (' + help + '): ' + nodes.map((node) => node.target.join(' ') + ' ' + node.failureSummary).join(' | ')))`);
    return v.parse(Findings, said);
  };
  return { isFirst, findings };
}

const sessions = new WeakMap<Page, CDPSession>();

/** The session of all looks at a page. */
async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

/** Finds horizontal scrolling and text that is cut off. */
const reflowFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const say = (element: Element) =>
      `<${element.tagName.toLowerCase()}${element.id === '' ? '' : ` #${element.id}`}> "${(element.textContent ?? '').trim().slice(0, 60)}"`;
    const found: string[] = [];
    const root = document.documentElement;
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (root.scrollWidth > root.clientWidth) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) =>
          isSeen(element) &&
          element.getBoundingClientRect().right > root.clientWidth + 1 &&
          ![...element.children].some((child) => child.getBoundingClientRect().right > root.clientWidth + 1),
      );
      found.push(
        `scrolls sideways by ${root.scrollWidth - root.clientWidth} px: ${wide.slice(0, 4).map(say).join(', ')}`,
      );
    }
    for (const element of document.querySelectorAll('body *')) {
      const holdsWords = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      if (!(element instanceof HTMLElement) || !holdsWords || !isSeen(element)) continue;
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(element);
      const { width, left, right } = element.getBoundingClientRect();
      const isForReadersOnly = width <= 1 || (position === 'absolute' && clipPath !== 'none');
      if (isForReadersOnly) continue;
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (cuts(overflowX) && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut at its side: ${say(element)}`);
      if (cuts(overflowY) && element.scrollHeight > element.clientHeight + 2)
        found.push(`cut at its foot: ${say(element)}`);
      if (position !== 'fixed' && (right > root.clientWidth + 1 || left < -1) && right > 0) {
        // Content of an element that scrolls can be reached.
        let around = element.parentElement;
        while (around !== null && !['auto', 'scroll'].includes(getComputedStyle(around).overflowX))
          around = around.parentElement;
        if (around === null) found.push(`outside the window: ${say(element)}`);
      }
    }
    return found;
  });

/** The findings after the page has followed a new size or scheme. Findings that disappear meanwhile were only temporary. */
async function settled(find: () => Promise<string[]>): Promise<string[]> {
  let last: string[] = [];
  await expect
    .poll(async () => (last = await find()), { timeout: 10_000 })
    .toEqual([])
    .catch(() => undefined);
  return last;
}

/** Targets that are too small, except links inside sentences. */
const targetFindings = (page: Page, smallest: number): Promise<string[]> =>
  page.evaluate((least) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll(
      'a[href],button,input,select,textarea,summary,[role=button],[role=slider]',
    )) {
      if (
        !(element instanceof HTMLElement) ||
        !element.checkVisibility({ visibilityProperty: true }) ||
        element.closest('[inert],[aria-hidden=true]') !== null
      )
        continue;
      const isTick = element instanceof HTMLInputElement && (element.type === 'radio' || element.type === 'checkbox');
      const measured = (isTick ? element.closest('label') : null) ?? element;
      const { width, height, bottom, right } = measured.getBoundingClientRect();
      // The skip link is outside the window until it has the focus.
      if (bottom <= 0 || right <= 0 || width <= 1) continue;
      const isInSentence =
        element.matches('a') &&
        getComputedStyle(element).display === 'inline' &&
        (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
      if (isInSentence) continue;
      if (width + 0.5 < least || height + 0.5 < least) {
        found.push(
          `target of ${Math.round(width)} x ${Math.round(height)} px: <${element.tagName.toLowerCase()}> "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)}"`,
        );
      }
    }
    return found;
  }, smallest);

const headingFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const headings = document.querySelectorAll('h1');
    return headings.length === 1 ? [] : [`there are ${headings.length} h1`];
  });

const pictures = process.env.SCREENS;

/**
 * Makes the page render what it leaves out until it is scrolled to. Chromium does not update styles there when the scheme or the width
 * changes, so that what is measured would differ from what is shown.
 */
const drawEverything = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const everything = new CSSStyleSheet();
    everything.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, everything];
  });

/** Words that continue on another line although only the lack of space broke them. `within`: only in these elements. */
const brokenWords = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate((parts) => {
    const found: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (nodes.nextNode()) {
      const { currentNode: node } = nodes;
      if (node.parentElement?.checkVisibility({ visibilityProperty: true }) !== true) continue;
      if (node.parentElement.closest(parts) === null) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)) {
        if (/\p{Script=Han}/u.test(word)) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          found.push(`broken word: "${word}"`);
      }
    }
    return found;
  }, within);

/** Widths in px with font sizes: the narrowest phone, and text of twice the size. */
const largeTextLooks: readonly (readonly [width: number, standard: number])[] = [
  [320, 16],
  [390, 32],
  [800, 32],
  [1280, 32],
];

/** Expects that no word is broken in titles and labels of the navigation, or in `within`, at 320 px and with text of twice the size. */
export async function expectWholeWords(page: Page, within = 'h1, nav', looks = largeTextLooks): Promise<void> {
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  const session = await page.context().newCDPSession(page);
  for (const [width, standard] of looks) {
    await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: 13 } });
    await page.setViewportSize({ width, height });
    const found = await settled(() => brokenWords(page, within));
    expect.soft(found, `${page.url()}, ${width} px, ${standard} px text`).toEqual([]);
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await session.detach();
  await page.setViewportSize(before);
}

/**
 * Checks the page as it is printed (visual language, section 12): on the width of a sheet nothing is cut off and no word broken, no control
 * for the screen is left, and the head line names the person. With `SCREENS=folder` a picture is saved.
 */
export async function lookOnPaper(page: Page, name: string, head: string | RegExp): Promise<void> {
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  // The width of A4 without its margins of 16 mm.
  await page.setViewportSize({ width: 673, height: 1000 });
  await expect.soft(page.getByRole('paragraph').filter({ hasText: head }), `head line of: ${name}`).toBeVisible();
  const found = await settled(async () => [
    ...(await reflowFindings(page)),
    ...(await brokenWords(page)),
    ...(
      await page
        .locator('button:not(li button, th button):visible, nav:visible, a[href^="#"]:visible')
        .allTextContents()
    ).map((words) => `printed: ${words.trim()}`),
  ]);
  if (pictures !== undefined)
    await page.screenshot({ path: join(pictures, `${name.replace(/[^a-z0-9]+/gi, '-')}-paper.png`), fullPage: true });
  await page.emulateMedia({ media: null });
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await page.setViewportSize(before);
  expect.soft(found, `findings on paper: ${name}`).toEqual([]);
}

/**
 * Checks the page in its current state: reflow and targets at every width, at 320 px and with text of twice the size, and with axe on the
 * narrowest device in light and on the widest in dark. Reports what breaks the rules; the test goes on, so that one run covers every page.
 * With `SCREENS=folder` a picture of each is saved there.
 */
export const look = (page: Page, name: string, rules: PageRules = portalRules): Promise<void> =>
  lookAt(page, name, rules, (width, scheme) =>
    scheme === 'light' ? width === Math.min(...rules.devices) : width === Math.max(...rules.devices),
  );

/** The same with axe at every width and in every scheme, for the gallery, which has each part in each state once. */
export const lookAtParts = (page: Page, name: string, rules: PageRules = portalRules): Promise<void> =>
  lookAt(page, name, rules, () => true);

/** The same without axe, for a state in another language whose English words `look` sees: only how much room the words take differs. */
export const lookAtWords = (page: Page, name: string, rules: PageRules = portalRules): Promise<void> =>
  lookAt(page, name, rules, () => false);

/** Rules about a whole page, which do not apply to the content of a frame. */
const pageOnly = ['document-title', 'page-has-heading-one', 'landmark-one-main', 'region', 'bypass'];

/**
 * Checks the content of the page's first frame: at 320 px and with text of twice the size nothing in it is wider than the frame; then axe
 * in light and dark, in a copy where scripts run.
 */
export async function lookInFrame(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  const root = page.frameLocator('iframe').first().locator('html');
  const found: string[] = [];
  const session = await page.context().newCDPSession(page);
  for (const [width, standard] of [
    [320, 16],
    [390, 32],
  ] as const) {
    await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: 13 } });
    await page.setViewportSize({ width, height });
    const wider = () =>
      root.evaluate(({ scrollWidth, clientWidth }) =>
        scrollWidth > clientWidth ? [`wider than its frame by ${scrollWidth - clientWidth} px`] : [],
      );
    found.push(...(await settled(wider)));
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await session.detach();
  await page.setViewportSize(before);

  const html = await root.evaluate(({ outerHTML }) => `<!doctype html>${outerHTML}`);
  const copy = await page.context().newPage();
  const address = new URL('/copy-of-the-frame', page.url()).href;
  await copy.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await copy.goto(address);
  await drawEverything(copy);
  const { findings } = await axeIn(await sessionOf(copy), pageOnly);
  for (const scheme of ['light', 'dark'] as const) {
    await showScheme(copy, scheme);
    await stillness(copy);
    found.push(...(await findings(null)).map((finding) => `${scheme}: ${finding}`));
  }
  await copy.close();
  expect.soft(found, `findings in the frame: ${name}`).toEqual([]);
}

async function lookAt(
  page: Page,
  name: string,
  rules: PageRules,
  isForAxe: (width: number, scheme: 'light' | 'dark') => boolean,
): Promise<void> {
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  const textSize = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  const sizeBefore = await textSize();
  let chosen: string | undefined;
  const found: string[] = [];
  const note = (where: string, findings: readonly string[]) =>
    found.push(...findings.map((finding) => `${where}: ${finding}`));
  await drawEverything(page);
  const session = await sessionOf(page);
  const picture = async (where: string) => {
    if (pictures === undefined) return;
    await mkdir(pictures, { recursive: true });
    // Playwright's own screenshot would go back to its own measures.
    const { data } = await session.send('Page.captureScreenshot');
    await writeFile(join(pictures, `${name.replace(/[^a-z0-9]+/gi, '-')}-${where}.png`), Buffer.from(data, 'base64'));
  };
  const hasAxe = (scheme: 'light' | 'dark') => rules.devices.some((width) => isForAxe(width, scheme));
  const axeHere = rules.schemes.some(hasAxe) ? await axeIn(session) : null;
  // Overrides the page's measures only, because a headless browser refuses to resize the window of a page in full screen.
  const resize = (width: number, to = height) =>
    session.send('Emulation.setDeviceMetricsOverride', { width, height: to, deviceScaleFactor: 1, mobile: false });
  note('any width', await headingFindings(page));
  for (const [index, colorScheme] of rules.schemes.entries()) {
    const isFirst = index === 0;
    if (!isFirst && !hasAxe(colorScheme)) continue;
    if (axeHere !== null) {
      const { before: stood, changes } = await showScheme(page, colorScheme);
      chosen ??= stood;
      // An earlier look at this document has gone back from dark.
      if (changes || !axeHere.isFirst) await freshStyles(page);
    }
    // In reverse order, which saves one change of width.
    for (const width of isFirst ? rules.devices : rules.devices.toReversed()) {
      if (!isFirst && !isForAxe(width, colorScheme)) continue;
      await resize(width);
      if (axeHere !== null && isForAxe(width, colorScheme)) {
        // Another scheme changes only colours.
        const looked = rules.schemes.slice(0, index).some((scheme) => isForAxe(width, scheme));
        const findings = async () => {
          await stillness(page);
          return axeHere.findings(looked ? colourRules : null);
        };
        note(`${width} ${colorScheme}`, await settled(findings));
      }
      await picture(`${width}-${colorScheme}`);
      if (!isFirst) continue;
      note(
        `${width}`,
        await settled(async () => [...(await targetFindings(page, rules.target)), ...(await reflowFindings(page))]),
      );
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.evaluate((scheme) => {
    if (scheme !== undefined) document.documentElement.dataset['scheme'] = scheme;
  }, chosen);
  await resize(320);
  note('320', await settled(() => reflowFindings(page)));
  await picture('320');
  // The browser's own setting, which everything in em follows, including the widths at which the layout changes. So 800 px are laid out
  // like 400 px were, and need no check of their own.
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  for (const width of [Math.min(...rules.devices), Math.max(...rules.devices)]) {
    await resize(width);
    note(`${width} with 200 % text`, await settled(() => reflowFindings(page)));
    await picture(`${width}-200`);
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await resize(before.width, before.height);
  await page.evaluate(() => void (document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)));
  // The test goes on with a press, which must not meet a page that still moves: the browser applies a size of text later, and leaves out some
  // frames later what is not in sight.
  await expect.poll(textSize).toBe(sizeBefore);
  let stood = '';
  const stands = async () => {
    const now = await page.evaluate(() => `${scrollY} ${document.documentElement.scrollHeight}`);
    const isSame = now === stood;
    stood = now;
    return isSame;
  };
  await expect.poll(stands, { intervals: [50] }).toBe(true);
  await stillness(page);
  expect.soft(found, `findings on: ${name}`).toEqual([]);
}
