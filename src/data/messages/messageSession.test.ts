import { describe, expect, it, test } from 'vitest';
import { drawnWorld, type Fate } from '../../../tests/apps/data/drawnWorld.ts';
import {
  chosen,
  modelLock,
  modelMessages,
  modelVault,
  openMessagePage,
} from '../../../tests/apps/data/messageWorld.ts';
import { refused } from '../../../tests/apps/data/refused.ts';
import { isForNow } from '../unsent/isForNow.ts';
import { waitsFor } from './shownState.ts';

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** One device, one server, and a network with the given fates. */
function device(fates: Fate[] = []) {
  const world = drawnWorld(() => 0, turn);
  const messages = modelMessages(world, () => fates.shift() ?? 'fine');
  const vault = modelVault(world);
  const lock = modelLock();
  let wall = 1_800_000_000_000;
  const open = async (isUnattended = false) => {
    const opening = openMessagePage({
      world,
      server: messages.server,
      vault: vault.vault,
      lock,
      wall: () => (wall += 5),
      isUnattended,
    });
    let isOpen = false;
    void opening.then(() => (isOpen = true));
    while (!isOpen) await world.step();
    return opening;
  };
  return { world, server: messages.server, state: messages.state, vault: vault.state, open, fates };
}
type Device = ReturnType<typeof device>;

/** The same message on another device of the person, whose clock is ahead. */
const openElsewhere = ({ world, server }: Device) =>
  openMessagePage({
    world,
    server,
    vault: modelVault(world).vault,
    lock: modelLock(),
    wall: () => 1_800_000_100_000,
  });

const texts = ({ state }: Device) => state.messages.map(({ text }) => text.content);

/** Writes and presses Send without waiting for anything. */
function sendNow(page: Awaited<ReturnType<Device['open']>>) {
  page.session.write({ content: 'hello' });
  page.session.addFile(chosen('scan.pdf'));
  void page.session.send();
}

describe('a message whose Send was pressed', () => {
  it('goes out once, whichever step the browser ends at', async () => {
    let sentByFirst = 0;
    for (let step = 0; step < 60; step += 1) {
      const here = device();
      const page = await here.open();
      page.session.write({ content: 'hello' });
      page.session.addFile(chosen('scan.pdf'));
      await here.world.drain();
      void page.session.send();
      for (let steps = 0; steps < step; steps += 1) await here.world.step();
      const wasKept = [...here.vault.rows.values()].some(({ value }) =>
        JSON.stringify(value ?? '').includes('waiting'),
      );
      page.kill();
      sentByFirst += texts(here).length;
      const outbox = await here.open(true);
      void outbox.session.pump();
      await here.world.drain();
      const isSent = texts(here).length === 1;
      expect(texts(here).length).toBeLessThan(2);
      // Not stored as waiting yet, so it is still there to edit, with its file.
      if (!isSent) expect([wasKept, outbox.session.record().content]).toEqual([false, 'hello']);
      else expect(here.state.messages[0]?.files).toBe(1);
    }
    expect(sentByFirst).toBeGreaterThan(0);
  });

  it.each<Fate>(['requestLost', 'replyLost'])('goes out once, whichever exchange is cut (%s)', async (fate) => {
    for (let exchange = 0; exchange < 6; exchange += 1) {
      const here = device([...Array.from({ length: exchange }, () => 'fine' as const), fate]);
      const page = await here.open();
      sendNow(page);
      await here.world.drain();
      expect([exchange, texts(here)]).toEqual([exchange, ['hello']]);
      expect(page.session.state().phase.kind).toBe('sent');
    }
  });

  it('waits when there is no connection, can be taken back, and is then no message', async () => {
    const here = device(Array.from({ length: 40 }, () => 'requestLost'));
    const page = await here.open();
    page.session.write({ content: 'hello' });
    let phase: unknown = null;
    void page.session.send().then((reached) => (phase = reached));
    while (phase === null) await here.world.step();
    expect(phase).toEqual({ kind: 'waiting', why: 'offline' });
    let how: unknown = null;
    void page.session.takeBack().then((back) => (how = back));
    while (how === null) await here.world.step();
    expect(how).toBe('takenBack');
    here.fates.length = 0;
    await here.world.drain();
    expect(texts(here)).toEqual([]);
    expect(page.session.state()).toMatchObject({ phase: { kind: 'editing' }, content: 'hello', saved: 'server' });
  });

  it('cannot be taken back once it may have arrived, and then says that it was sent', async () => {
    const here = device();
    const page = await here.open();
    page.session.write({ content: 'hello' });
    await here.world.drain();
    // The look and the save have happened, so the next exchange is the sending. Its reply is lost, and so are the requests after it.
    here.fates.push('replyLost', 'requestLost', 'requestLost', 'requestLost', 'requestLost');
    let phase = '';
    void page.session.send().then(({ kind }) => (phase = kind));
    while (phase === '') await here.world.step();
    expect(phase).toBe('waiting');
    here.fates.length = 0;
    let how = '';
    void page.session.takeBack().then((back) => (how = back));
    await here.world.drain();
    expect(how).toBe('onItsWay');
    expect(page.session.state().phase.kind).toBe('sent');
    expect(texts(here)).toEqual(['hello']);
  });

  it('is there to edit when the server takes no more replies', async () => {
    const here = device();
    here.state.refuse = 'reply_closed';
    const page = await here.open();
    sendNow(page);
    await here.world.drain();
    expect(page.session.state()).toMatchObject({ phase: { kind: 'failed', code: 'reply_closed' }, content: 'hello' });
    page.session.write({ content: 'hello again' });
    expect(page.session.state().phase.kind).toBe('editing');
  });

  it('does not go with a file that the server refuses, and says which', async () => {
    const here = device();
    const page = await here.open();
    page.session.write({ content: 'hello' });
    page.session.addFile(chosen('bad.pdf'));
    void page.session.send();
    await here.world.drain();
    expect(texts(here)).toEqual([]);
    expect(page.session.state().phase).toEqual({ kind: 'failed', code: 'file_refused' });
    const [file] = page.session.state().files;
    expect(file?.state).toEqual({ kind: 'refused', code: 'file_infected' });
    if (file) page.session.removeFile(file.key);
    void page.session.send();
    await here.world.drain();
    expect(texts(here)).toEqual(['hello']);
    expect(here.vault.bytes.size).toBe(0);
  });
});

test('a session timeout is no failure of a send: the message waits for the next session', () => {
  for (const failure of [{ kind: 'sessionEnded' } as const, refused(401, 'unauthorized')]) {
    expect(isForNow(failure)).toBe(true);
    expect(waitsFor(failure, true)).toBe('session');
  }
  expect(isForNow(refused(400, 'bad_request'))).toBe(false);
});

describe('a draft', () => {
  it('leaves nothing on the device once it is sent or deleted', async () => {
    for (const end of ['send', 'discard'] as const) {
      const here = device();
      const page = await here.open();
      page.session.write({ content: 'hello' });
      page.session.addFile(chosen('scan.pdf'));
      await here.world.drain();
      void page.session[end]();
      await here.world.drain();
      expect([...here.vault.rows.keys(), ...here.vault.bytes.keys()]).toEqual([]);
      expect([...here.state.drafts.values()].every(({ isEnded }) => isEnded)).toBe(true);
    }
  });

  it('that another tab has sent leaves what was typed here since as a new draft', async () => {
    const here = device();
    const first = await here.open();
    first.session.write({ content: 'hello' });
    await here.world.drain();
    const second = await here.open();
    void second.session.send();
    await here.world.drain();
    expect(texts(here)).toEqual(['hello']);
    first.session.write({ content: 'hello, and what I forgot' });
    await here.world.drain();
    expect(texts(here)).toEqual(['hello']);
    expect(first.session.state()).toMatchObject({ phase: { kind: 'editing' }, content: 'hello, and what I forgot' });
    expect([...here.vault.rows.values()].map(({ value }) => JSON.stringify(value))).toEqual([
      expect.stringContaining('and what I forgot'),
    ]);
  });

  it('of another device becomes ours while nothing was typed here, and stands beside ours afterwards', async () => {
    const phone = device();
    const page = await phone.open();
    page.session.write({ content: 'from the phone' });
    await phone.world.drain();
    const laptop = openElsewhere(phone);
    await phone.world.drain();
    const other = await laptop;
    expect(other.session.state().content).toBe('from the phone');
    other.session.write({ content: 'from the laptop' });
    await phone.world.drain();
    page.session.write({ content: 'from the phone, more' });
    await phone.world.drain();
    expect(page.session.state()).toMatchObject({
      content: 'from the phone, more',
      other: { content: 'from the laptop' },
    });
    page.session.takeOther();
    expect(page.session.state()).toMatchObject({
      content: 'from the laptop',
      other: { content: 'from the phone, more' },
    });
  });

  it('that is deleted, or emptied and left, gives its place to the text of another device', async () => {
    for (const end of ['discard', 'finish'] as const) {
      const here = device();
      const page = await here.open();
      page.session.write({ content: 'from the phone' });
      await here.world.drain();
      const laptop = openElsewhere(here);
      await here.world.drain();
      (await laptop).session.write({ content: 'from the laptop' });
      await here.world.drain();
      page.session.write({ content: 'from the phone, more' });
      await here.world.drain();
      expect(page.session.state().other).toMatchObject({ content: 'from the laptop' });
      if (end === 'finish') page.session.write({ content: '' });
      await here.world.drain();
      void page.session[end]();
      await here.world.drain();
      page.kill();
      const again = await here.open();
      await here.world.drain();
      expect([end, again.session.state()]).toMatchObject([end, { content: 'from the laptop', other: null }]);
    }
  });

  it('of another device takes the place of what the page itself put there, and of nothing that a person wrote on it', async () => {
    const phone = device();
    const page = await phone.open();
    page.session.begin({ subject: 'Cancel a visit', content: 'Please cancel this visit.' });
    page.session.write({ content: 'Please cancel this visit. I am away.' });
    await phone.world.drain();
    const stateAfter = async (write: (session: typeof page.session) => void) => {
      const opening = openElsewhere(phone);
      void opening.then(({ session }) => write(session));
      await phone.world.drain();
      return (await opening).session.state();
    };
    expect(
      await stateAfter((session) => session.begin({ subject: 'Cancelar una cita', content: 'Por favor.' })),
    ).toMatchObject({ subject: 'Cancel a visit', content: 'Please cancel this visit. I am away.', other: null });
    expect(
      await stateAfter((session) => {
        session.begin({ subject: 'Cancelar una cita', content: 'Por favor.' });
        session.write({ content: 'Por favor. No puedo.' });
      }),
    ).toMatchObject({
      content: 'Por favor. No puedo.',
      other: { content: 'Please cancel this visit. I am away.' },
    });
  });

  it('that was begun by the page and is sent goes as it was shown, whatever another device has begun', async () => {
    for (const there of [
      { subject: 'Cancel a visit', content: 'Half a sent' },
      { subject: 'Liver values', content: '' },
    ]) {
      const elsewhere = device();
      const other = await elsewhere.open();
      other.session.write(there);
      await elsewhere.world.drain();
      const opening = openElsewhere(elsewhere);
      void opening.then(({ session }) => {
        session.begin({ subject: 'Blood count', content: 'Please cancel this visit.' });
        void session.send();
      });
      await elsewhere.world.drain();
      expect(texts(elsewhere)).toEqual(['Please cancel this visit.']);
    }
  });

  it('that was begun by the page, and left as it was, is no draft', async () => {
    for (const content of ['', 'Please cancel this visit.']) {
      const here = device();
      const page = await here.open();
      page.session.begin({ subject: 'Liver values', content });
      await here.world.drain();
      void page.session.finish();
      await here.world.drain();
      page.kill();
      const again = await here.open();
      await here.world.drain();
      expect([again.session.state(), [...here.state.drafts.values()].filter(({ isEnded }) => !isEnded)]).toMatchObject([
        { subject: '', content: '' },
        [],
      ]);
    }
  });

  it('of another device that is a subject alone does not replace the subject of another link', async () => {
    const phone = device();
    const page = await phone.open();
    page.session.begin({ subject: 'Liver values', content: '' });
    await phone.world.drain();
    const opening = openElsewhere(phone);
    void opening.then(({ session }) => session.begin({ subject: 'Blood count', content: '' }));
    await phone.world.drain();
    expect((await opening).session.state()).toMatchObject({ subject: 'Blood count' });
  });

  it('of another device that takes the place of a deleted one is not written over what that device wrote since', async () => {
    const laptop = device();
    const there = await laptop.open();
    there.session.write({ content: 'from the laptop' });
    await laptop.world.drain();
    const phone = openElsewhere(laptop);
    void phone.then(({ session }) => session.write({ content: 'from the phone' }));
    await laptop.world.drain();
    const here = await phone;
    expect(here.session.state().other).toMatchObject({ content: 'from the laptop' });
    there.session.write({ content: 'from the laptop, and more since' });
    await laptop.world.drain();
    void here.session.discard();
    await laptop.world.drain();
    expect([...laptop.state.drafts.values()].map(({ content }) => content)).toContain(
      'from the laptop, and more since',
    );
  });

  it('leaves no bytes of a file that was removed while the device was storing it', async () => {
    for (let steps = 0; steps < 30; steps += 1) {
      const here = device();
      const page = await here.open();
      await here.world.drain();
      page.session.write({ content: 'hello' });
      page.session.addFile(chosen('scan.pdf'));
      for (let step = 0; step < steps; step += 1) await here.world.step();
      for (const { key } of page.session.state().files) page.session.removeFile(key);
      await here.world.drain();
      expect([steps, [...here.vault.bytes.keys()]]).toEqual([steps, []]);
    }
  });

  it('that another device has sent keeps the file that was added here since, as a new draft', async () => {
    const here = device();
    const page = await here.open();
    page.session.write({ content: 'hello' });
    await here.world.drain();
    const laptop = openElsewhere(here);
    await here.world.drain();
    void (await laptop).session.send();
    await here.world.drain();
    expect(texts(here)).toEqual(['hello']);
    page.session.addFile(chosen('scan.pdf'));
    await here.world.drain();
    expect(page.session.state()).toMatchObject({
      content: 'hello',
      endedElsewhere: true,
      files: [{ fileName: 'scan.pdf', state: { kind: 'stored' } }],
    });
    void page.session.discard();
    await here.world.drain();
    expect(here.vault.bytes.size).toBe(0);
  });

  it('says when the device does not keep it, and has it on the server all the same', async () => {
    const here = device();
    here.vault.isFull = true;
    const page = await here.open();
    page.session.write({ content: 'hello' });
    while (page.session.state().saved === 'writing') await here.world.step();
    expect(page.session.state().saved).toBe('refused');
    await here.world.drain();
    expect(page.session.state().saved).toBe('server');
  });

  it('that can be neither kept nor sent is not said to wait', async () => {
    const here = device(Array.from({ length: 40 }, () => 'requestLost'));
    here.vault.isFull = true;
    const page = await here.open();
    sendNow(page);
    await here.world.drain();
    expect(page.session.state()).toMatchObject({ phase: { kind: 'failed', code: 'not_kept' }, content: 'hello' });
  });

  it('takes as many, and as large files as the facility does', async () => {
    const here = device();
    const page = await here.open();
    for (const [name, size] of [
      ['a.pdf', 5_000_000],
      ['b.pdf', 6_000_001],
      ['c.pdf', 0],
      ['d.pdf', 5_000_001],
      ['e.jpeg', 1],
      ['f.txt', 1],
      ['g.png', 1],
      ['h.png', 1],
    ] as const)
      page.session.addFile(chosen(name, size));
    expect(page.session.state().files.map(({ state }) => (state.kind === 'refused' ? state.code : 'taken'))).toEqual([
      'taken',
      'file_too_large',
      'file_empty',
      'attachments_too_large',
      'taken',
      'taken',
      'taken',
      'too_many',
    ]);
    await here.world.drain();
  });
});
