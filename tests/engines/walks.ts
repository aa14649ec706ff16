import * as v from 'valibot';
import { type Facility, demoPassword } from '../support/facility.ts';
import { waitingPatient } from '../support/kiosk.ts';
import * as network from '../support/proxy.ts';
import { shortCheckIn } from '../support/questionnaires.ts';
import { text } from '../support/texts.ts';
import { type Walker, until } from './driver.ts';
import { vaultWalk } from './vaultWalk.ts';

const username = 'input[autocomplete^=username]';
const password = 'input[autocomplete=current-password]';

async function signIn(walker: Walker, address: string, name: string): Promise<void> {
  await walker.open(address);
  await walker.type(username, name);
  await walker.type(password, demoPassword);
  await walker.press(text('core.logIn'), 'button');
  await walker.isAt(/^\/(?!login|kioskLogin)/i);
}

const isCompleted = (facility: Facility, assigned: number): Promise<unknown> =>
  until('the answers are a row', async () =>
    (await facility.db.value('select status from assigned_questionnaires where id = $1', [assigned])) === 'Completed'
      ? true
      : null,
  );

/** Distances in px from each question with choices to what follows it. */
const questionGaps = `return [...document.querySelectorAll('[role=radiogroup] > p:first-child, [role=group] > p:first-child')].map((question) =>
  Math.round(question.nextElementSibling.getBoundingClientRect().top - question.getBoundingClientRect().bottom))`;

/**
 * The heading of the page and where its links lead, once it no longer waits for answers: of links to several entries of one kind only the
 * first, and none that ends the session.
 */
const drawnPage = `const title = document.querySelector('main')?.textContent && document.querySelector('h1, main h2')?.textContent;
  if (!title || document.querySelector('[aria-busy=true]:not(:has(iframe))') !== null) return null;
  const kinds = new Set();
  const links = [...document.querySelectorAll('a[href^="/"]')].filter(({ pathname, search }) => {
    const kind = pathname.replace(/\\d+/g, '') + search.replace(/=[^&]*/g, '');
    const isNew = pathname !== '/logout' && !kinds.has(kind);
    kinds.add(kind);
    return isNew;
  });
  return { title, links: links.map(({ pathname, search }) => pathname + search) };`;
const DrawnPage = v.object({ title: v.string(), links: v.array(v.string()) });

/** What a person does in each engine. Every walk has a new browser, and may return lines about the engine. */
export const walks: Readonly<
  Record<string, (walker: Walker, facility: Facility) => Promise<void | readonly string[]>>
> = {
  'vault and kept records': vaultWalk,

  'sign in, fill in and send': async (walker, facility) => {
    const patient = await facility.newPatient();
    await facility.importQuestionnaire(shortCheckIn);
    const assigned = await facility.assign(patient.patientId, shortCheckIn.title);
    await signIn(walker, `${facility.portalUrl}/login`, patient.username);
    await walker.open(`${facility.portalUrl}/questionnaires`);
    await walker.press(text('questionnaires.toDoStart'), 'button, a');
    await walker.press('Not so well', 'label');
    const gaps = await walker.run(questionGaps);
    if (!Array.isArray(gaps) || gaps.length === 0 || gaps.some((gap) => Number(gap) < 8))
      throw new Error(`Between a question and its answers are ${String(gaps)} px.`);
    await walker.press(text('questionnaires.yes'), 'label');
    await walker.type('textarea', 'My knee, since Monday');
    await walker.press(text('questionnaires.sendAnswers'), 'button');
    await isCompleted(facility, assigned);
  },

  'a start without a network': async (walker, facility) => {
    const patient = await facility.newPatient();
    await signIn(walker, `${facility.portalUrl}/login`, patient.username);
    await until('the service worker', async () =>
      (await walker.run('return navigator.serviceWorker.controller !== null')) === true ? true : null,
    );
    // Once the first page is shown, the vault has what an unlock needs.
    await walker.sees('', 'h1');
    await facility.portal.set(network.refuse);
    try {
      await walker.open(`${facility.portalUrl}/questionnaires`);
      await walker.sees(text('session.unlock'), 'button');
      await walker.type(username, patient.username);
      await walker.type(password, patient.password);
      await walker.press(text('session.unlock'), 'button');
      await walker.sees(text('questionnaires.title'), 'h1');
    } finally {
      await facility.portal.set(network.pass);
    }
  },

  'every page that links lead to': async (walker, facility) => {
    await signIn(walker, `${facility.portalUrl}/login`, 'patient');
    await walker.sees('', 'main h1');
    const todo = ['/dashboard'];
    const seen = new Set<string>();
    for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
      await walker.open(`${facility.portalUrl}${path}`);
      const found = await until(`a page at ${path}`, async () => v.parse(DrawnPage, await walker.run(drawnPage)));
      if (found.title === text('core.errorTitle')) throw new Error(`${path}: ${found.title}`);
      for (const link of found.links) {
        if (seen.has(link)) continue;
        seen.add(link);
        todo.push(link);
      }
    }
    return [`${seen.size} pages`];
  },

  'a visit at the kiosk': async (walker, facility) => {
    const patient = await waitingPatient(facility, { firstName: 'Aino', lastName: 'Engine' });
    await signIn(walker, `${facility.kioskUrl}/kioskLogin`, 'kiosk');
    await walker.sees(patient.listed, 'h2');
    const row = `const row = [...document.querySelectorAll('li')].find((item) => item.querySelector('h2')?.textContent.includes(arguments[0])); row.querySelector('button').click()`;
    await walker.run(row, patient.listed);
    await walker.press(text('kiosk.start'), '[role=alertdialog] button');
    await walker.press(text('kiosk.yesMe'), 'button');
    await walker.press('Well', 'label');
    await walker.press(text('kiosk.next'), 'button');
    await walker.press(text('questionnaires.no'), 'label');
    await walker.press(text('kiosk.next'), 'button');
    await walker.type('input[inputmode]', '4');
    await walker.press(text('kiosk.next'), 'button');
    await walker.type('textarea', 'Nothing else');
    await walker.press(text('kiosk.next'), 'button');
    await walker.press(text('questionnaires.sendAnswers'), 'button');
    for (const assigned of patient.assigned) await isCompleted(facility, assigned);
    await walker.press(text('kiosk.finishAndExit'), 'button');
  },
};
