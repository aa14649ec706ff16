import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { SecureThreadId } from '@portal/api';
import * as v from 'valibot';
import { audit, auditAll } from '../audit/audit.ts';
import { addAnswer, markOpened } from '../secureMessages/addAnswer.ts';
import { closeThread, listWaiting, readForOffice } from '../secureMessages/office.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility } from './people.ts';

/** As many characters as a provider's message can have. */
const longest = 20_000;

function threadOf(given: string | undefined, command: string): SecureThreadId {
  const parsed = v.safeParse(SecureThreadId, Number(given));
  if (given === undefined || !parsed.success)
    throw new CommandFailed(`${command} needs --thread with the number of "message list".`, true);
  return parsed.output;
}

/** A text file, or the standard input. */
const textOf = (file: string): Promise<string> =>
  (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error: unknown) => {
    throw new CommandFailed(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  });

/** What somebody else wrote could otherwise move the cursor or rename the window. */
const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- that is what is taken out
  text.replace(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '\uFFFD');
const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const listCommand: Command = {
  words: ['message', 'list'],
  help: `message list [--facility NAME] [--provider "FIRST LAST"]

Lists the threads that wait for an answer, the longest first: number, when the last message was sent, whether somebody has opened it,
patient, to whom, and the subject. At most 500. Each patient's log says that their messages were looked at.

  --facility   of one facility
  --provider   to one provider, by their name`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { facility: { type: 'string' }, provider: { type: 'string' } } });
    const { facility, provider = null } = values;
    return io.database(async (pool) => {
      const facilityId = facility === undefined ? null : (await oneFacility(pool.db, facility)).id;
      const found = await pool.tx(async (tx) => {
        const threads = await listWaiting(tx, facilityId, provider);
        const patients = [...new Set(threads.map(({ patientId }) => patientId))].sort((a, b) => a - b);
        await auditAll(
          tx,
          patients.map((patientId) => ({ type: 'messages.listed', actor, patientId })),
        );
        return threads;
      });
      for (const { threadId, sentAt, isOpened, patient, mrn, provider: to, subject } of found)
        io.out(
          plain(
            `${String(threadId).padStart(8)}  ${minute(sentAt)}  ${isOpened ? 'opened    ' : 'not opened'}  ${patient} (${mrn})  to ${to}: ${subject}`,
          ),
        );
      if (found.length === 0) io.out('Nothing waits for an answer.');
      return 0;
    });
  },
};

const showCommand: Command = {
  words: ['message', 'show'],
  help: `message show --thread NUMBER [--peek] [--files FOLDER]

Shows a thread, oldest first, and marks what the patient wrote as opened: they see when.

  --peek    only look; nothing is marked
  --files   writes the files of the thread into a folder, readable for their owner alone; what the scanner holds stays here`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: { thread: { type: 'string' }, peek: { type: 'boolean' }, files: { type: 'string' } },
    });
    const threadId = threadOf(values.thread, 'message show');
    const isPeek = values.peek === true;
    return io.database(async (pool) => {
      const thread = await pool.tx(async (tx) => {
        const found = await readForOffice(tx, threadId);
        if (found === null) throw new CommandFailed(`There is no thread ${String(threadId)}.`);
        if (!isPeek) await markOpened(tx, threadId);
        await audit(tx, { type: 'messages.opened', actor, patientId: found.patientId, detail: { threadId, isPeek } });
        return found;
      });
      const say = (text: string) => io.out(plain(text));
      say(`${thread.subject}${thread.replyAllowed ? '' : ' (closed)'}`);
      say(`${thread.patient}, born ${thread.bornOn}, ${thread.mrn}, with ${thread.provider}`);
      for (const { messageId, sender, onBehalfOf, sentAt, content } of thread.messages) {
        say('');
        say(`${minute(sentAt)}  ${sender}${onBehalfOf === null ? '' : ` on behalf of ${onBehalfOf}`}`);
        say(content);
        for (const file of thread.files.filter((one) => one.messageId === messageId))
          say(`  file: ${file.fileName}, ${String(file.bytes)} bytes${file.content === null ? ' (held)' : ''}`);
      }
      if (values.files !== undefined) {
        await mkdir(values.files, { recursive: true, mode: 0o700 });
        for (const { attachmentId, fileName, content } of thread.files)
          if (content !== null)
            await writeFile(
              join(values.files, `${String(attachmentId)}-${fileName.replace(/[^\p{L}\p{N}. _-]/gu, '_')}`),
              content,
              {
                mode: 0o600,
              },
            );
      }
      return 0;
    });
  },
};

const replyCommand: Command = {
  words: ['message', 'reply'],
  help: `message reply --thread NUMBER (--text TEXT | --file FILE) --as "FIRST LAST" [--key KEY]

Answers a patient. The message is unread for them, the thread leaves their archive, and what they wrote counts as opened.

  --text    the message, plain text of at most 20,000 characters
  --file    the same from a file in UTF-8; "-" reads the standard input
  --as      who answers, as the patient reads it
  --key     names this answer: the same key again sends nothing twice`,
  async run(args, io) {
    const string = { type: 'string' } as const;
    const { values } = parseArgs({
      args,
      options: { thread: string, text: string, file: string, as: string, key: string },
    });
    const threadId = threadOf(values.thread, 'message reply');
    const names = (values.as ?? '').trim().split(/\s+/);
    const [firstName, lastName] = [names.slice(0, -1).join(' '), names.at(-1) ?? ''];
    if (firstName === '') throw new CommandFailed('message reply needs --as with a first and a last name.', true);
    if ((values.text === undefined) === (values.file === undefined))
      throw new CommandFailed('message reply needs either --text or --file.', true);
    const given = values.text ?? (await textOf(values.file ?? ''));
    const content = given
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n')
      .replaceAll('\0', '')
      .trim();
    if (content === '') throw new CommandFailed('The message is empty.', true);
    if (content.length > longest)
      throw new CommandFailed(`The message is longer than ${String(longest)} characters.`, true);
    return io.database(async (pool) => {
      const key = values.key ?? randomUUID();
      const answer = { threadId, from: { firstName, lastName }, content, key, source: 'command line', actor };
      const done = await pool.tx((tx) => addAnswer(tx, answer));
      if (done === null) throw new CommandFailed(`There is no thread ${String(threadId)}.`);
      io.out(done.isNew ? 'The answer is sent.' : 'An answer with this key was sent before; nothing was sent.');
      return 0;
    });
  },
};

const closeCommand: Command = {
  words: ['message', 'close'],
  help: `message close --thread NUMBER

Takes no more replies of the patient in a thread; they can read it, and start another.`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { thread: { type: 'string' } } });
    const threadId = threadOf(values.thread, 'message close');
    return io.database(async (pool) => {
      const closed = await pool.tx(async (tx) => {
        const done = await closeThread(tx, threadId);
        if (done !== null) await audit(tx, { type: 'messages.closed', actor, ...done, detail: { threadId } });
        return done;
      });
      if (closed === null) throw new CommandFailed(`There is no thread ${String(threadId)} that takes replies.`);
      io.out('The thread takes no more replies.');
      return 0;
    });
  },
};

export const messageCommands: readonly Command[] = [listCommand, showCommand, replyCommand, closeCommand];
