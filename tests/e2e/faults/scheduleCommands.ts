import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { pass, refuse, reset, stall } from '../../support/proxy.ts';
import { deploy, evict, lock, logOut, moveClock, revoke } from './deviceCommands.ts';
import { deleteRecords, keepRecords, readRecords } from './keptCommands.ts';
import { acknowledge, arrive, command, hold, isFilling, latest, prepare } from './scheduleModel.ts';
import { type FieldName, fields } from './sheetPage.ts';

const always = () => true;

const enter = (name: FieldName, value: string) =>
  command(`enter ${name} ${JSON.stringify(value)}`, null, isFilling, async (model, real) => {
    model.held[name].push(value);
    await real.sheet.enter(name, value);
  });

const waitUntilSaved = command('wait until it says saved', null, isFilling, async (model, real) => {
  if (fields.every((name) => model.held[name].at(-1) === '')) return;
  await real.sheet.waitUntilSaved();
  if (await real.sheet.saysSaved()) hold(model, latest(model));
});

const glance = command('look whether it says saved', null, isFilling, async (model, real) => {
  if (await real.sheet.saysSaved()) hold(model, latest(model));
});

const networks = { pass, refuse, reset, stall } as const;
const changeNetwork = (kind: keyof typeof networks) =>
  command(`network: ${kind}`, kind === 'pass' ? null : 'network', always, (_, real) => real.setNetwork(networks[kind]));

const cutSubmit = (direction: 'toServer' | 'toClient', after: number, how: 'reset' | 'stall') =>
  command(`cut the submit: ${direction} after ${after}, ${how}`, 'network', always, async (_, real) => {
    if (!real.isReachable) return;
    await real.lane.facility.portal.set({
      kind: 'cut',
      direction,
      after,
      how,
      afterwards: 'pass',
      from: /^PUT \S*\/assignedquestionnaires\/\d+ /,
    });
  });

const killServer = command('kill the server', 'process', always, async (_, real) => {
  if (!real.isServerUp) return;
  real.isServerUp = false;
  await real.lane.facility.killServer();
});

const startServer = command('start the server', null, always, async (_, real) => {
  if (real.isServerUp) return;
  await real.lane.facility.startServer();
  real.isServerUp = true;
});

const reload = command('reload', 'process', always, async (model, real) =>
  arrive(model, real, await real.sheet.reload()),
);

const killBrowser = command('kill the browser', 'process', always, async (model, real) => {
  await real.lane.profile.kill();
  const context = await real.lane.profile.reopen();
  await prepare(context);
  await Promise.all(
    context
      .pages()
      .slice(1)
      .map((page) => page.close()),
  );
  real.sheet = await real.newPage();
  await arrive(model, real, await real.sheet.open());
});

const secondTab = command('go on in a second tab', 'tab', isFilling, async (model, real) => {
  const first = real.sheet;
  real.sheet = await real.newPage();
  await arrive(model, real, await real.sheet.open());
  await first.page.close({ runBeforeUnload: false });
});

const submit = command('send', null, isFilling, async (model, real) => {
  model.sent = latest(model);
  const place = await real.sheet.send();
  model.place = place;
  if (place === 'filling') model.sent = null;
  if (place === 'sent') await acknowledge(model, real);
});

const pause = (ms: number) => command(`pause ${ms} ms`, null, always, () => wait(ms));

const words = fc
  .string({ unit: fc.constantFrom(...Array.from('abcdefghij klmnopé漢字😀"<&')), minLength: 1, maxLength: 40 })
  .map((value) => value.trim() || 'x');
export const commands = fc.commands(
  [
    fc.constantFrom('Bright', 'Mixed', 'Low').map((value) => enter('mood', value)),
    fc.constantFrom('Yes', 'No').map((value) => enter('sleep', value)),
    words.map((value) => enter('line', value)),
    words.map((value) => enter('note', value)),
    fc.integer({ min: 0, max: 30 }).map((value) => enter('count', String(value))),
    fc.constant(waitUntilSaved),
    fc.constant(glance),
    fc.constantFrom('pass', 'refuse', 'reset', 'stall', 'pass').map((kind) => changeNetwork(kind)),
    fc
      .tuple(
        fc.constantFrom('toServer', 'toClient'),
        fc.integer({ min: 0, max: 2500 }),
        fc.constantFrom('reset', 'stall', 'reset'),
      )
      .map(([direction, after, how]) => cutSubmit(direction, after, how)),
    fc.constant(killServer),
    fc.constant(startServer),
    fc.constant(reload),
    fc.constant(killBrowser),
    fc.constant(secondTab),
    fc.constant(submit),
    fc.constantFrom(5, 50, 400).map(pause),
    fc.constantFrom(readRecords, readRecords, keepRecords, deleteRecords),
    fc.constantFrom(lock, logOut, revoke, deploy, evict),
    fc.integer({ min: -30, max: 30 }).map(moveClock),
  ],
  { maxCommands: 14, size: 'max' },
);
