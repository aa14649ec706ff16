import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright';
import { importSummaries, type TestSection, type TestSummary } from '../support/clinicalDocument.ts';
import type { Facility } from '../support/facility.ts';
import { type Bench, rowsOf, say } from './bench.ts';
import { deviceOf, takeDevice } from './device.ts';
import { phoneContext, quiet, throttle } from './page.ts';
import { median, type Row } from './table.ts';

/** A section of `rows` results; a row has about 125 characters. */
const table = (code: string, title: string, rows: number): TestSection => ({
  code,
  title,
  text: `<table><thead><tr><th>Test</th><th>Value</th><th>Unit</th><th>Usual range</th><th>Date</th></tr></thead><tbody>${Array.from(
    { length: rows },
    (_, row) =>
      `<tr><td>Test ${String(row)} in the blood</td><td>${String(row % 97)}.${String(row % 9)}</td><td>mmol/L</td><td>3.5 to 97.5</td><td>Nov 12, 2026</td></tr>`,
  ).join('')}</tbody></table>`,
});
const sections = (rows: number): readonly TestSection[] => [
  table('30954-2', 'Results', rows),
  table('8716-3', 'Vital signs', rows),
];
/** Rows of a document of 1 MB, and of a usual document in an import. */
const [longRows, usualRows] = [3900, 190];
const usualDocuments = 100;
const summary = (id: string, rows: number): TestSummary => ({ id, date: '20261112', sections: sections(rows) });

/** Milliseconds from the press on `target` until its content is drawn, in the page or in the page's frame. */
const pressed = (page: Page, target: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const element = document.querySelector<HTMLElement>(wanted);
        if (element === null) return reject(new Error(`There is nothing at ${wanted}.`));
        const began = performance.now();
        const look = () => {
          const inside = document.querySelector('iframe')?.contentDocument ?? null;
          // A frame has no root element for a moment while it is being filled.
          const shown =
            inside === null ? document.querySelector('#read .fold') : inside.querySelector('[data-sized] .fold');
          if (shown !== null) window.benchDrawn(() => resolve(performance.now() - began));
          else requestAnimationFrame(look);
        };
        setTimeout(() => reject(new Error('Nothing is shown.')), 60_000);
        element.click();
        requestAnimationFrame(look);
      }),
    target,
  );

/** A page that only requests the same HTML and shows it. */
async function barePage(html: string) {
  const page = `<!doctype html><meta name="viewport" content="width=device-width"><button>Read</button><div id="read"></div>
    <script>document.querySelector('button').onclick = async () => { document.querySelector('#read').innerHTML = await (await fetch('/html')).text(); };</script>`;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/html' ? html : page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? String(address.port) : ''}/`,
    stop: () => server.close(),
  };
}

/** Documents imported per second, including the start of the process. */
async function importsPerSecond(facility: Facility): Promise<number> {
  const { username } = await facility.newPatient();
  const documents = Array.from({ length: usualDocuments }, (_, index) =>
    summary(`${username}-${String(index)}`, usualRows),
  );
  const began = performance.now();
  await importSummaries(facility, username, ...documents);
  return (usualDocuments / (performance.now() - began)) * 1000;
}

const documentView = 'main nav a[href*="ccda="]:not([aria-current])';
const listsView = 'main nav a[href*="view=lists"]:not([aria-current])';

/**
 * Times a document of 1 MB from the press to the text, the first time and again, beside a bare page with the same HTML; and measures
 * imports.
 */
export async function summaries({ browser, facility, rounds }: Bench): Promise<Row[]> {
  const { username, patientId } = await facility.newPatient();
  await importSummaries(facility, username, summary(`long-${username}`, longRows));
  const system = await facility.db.value('select external_system_id from health_documents where patient_id = $1', [
    patientId,
  ]);
  const ccda = await facility.db.value('select resource_id from health_documents where patient_id = $1', [patientId]);
  const context = await phoneContext(browser);
  await takeDevice(context, await deviceOf(browser, facility.portalUrl, username));
  const found = {
    cold: new Array<number>(),
    warm: new Array<number>(),
    bare: new Array<number>(),
    imports: new Array<number>(),
  };
  let html = '';
  for (let round = 0; round < rounds; round += 1) {
    const page = await context.newPage();
    await page.goto(`${facility.portalUrl}/health-summary?view=lists&system=${String(system)}&ccda=${String(ccda)}`);
    await page.locator(documentView).waitFor();
    await quiet(page);
    await throttle(page, { net: false });
    found.cold.push(await pressed(page, documentView));
    html ||= await page
      .locator('main iframe')
      .evaluate((frame) => (frame instanceof HTMLIFrameElement ? (frame.contentDocument?.body.innerHTML ?? '') : ''));
    await page.locator(listsView).evaluate((link: HTMLElement) => link.click());
    await page.locator(documentView).waitFor();
    await quiet(page);
    found.warm.push(await pressed(page, documentView));
    await page.close();

    const bare = await barePage(html);
    const beside = await context.newPage();
    await beside.goto(bare.url);
    await throttle(beside, { net: false });
    found.bare.push(await pressed(beside, 'button'));
    await beside.close();
    bare.stop();
    found.imports.push(await importsPerSecond(facility));
    say('.');
  }
  await context.close();
  const line = { unit: 'ms', bare: found.bare, before: [], target: null } as const;
  return [
    ...rowsOf({
      ...line,
      what: `a document of ${(html.length / 1e6).toFixed(1)} MB as HTML, first: press to its words`,
      ours: found.cold,
    }),
    ...rowsOf({ ...line, what: 'the same again', ours: found.warm }),
    {
      what: `documents of 50 kB imported, of ${String(usualDocuments)} in one go`,
      ours: median(found.imports),
      yardstick: null,
      unit: '/s',
      target: null,
    },
  ];
}
