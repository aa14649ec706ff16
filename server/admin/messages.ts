import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as wholeText } from 'node:stream/consumers';
import { RequestOutcome, SecureThreadId } from '@portal/api';
import * as v from 'valibot';
import { auditAll } from '../audit/audit.ts';
import { addAnswer, markOpened } from '../secureMessages/addAnswer.ts';
import { closeThread, listWaiting, readForOffice } from '../secureMessages/office.ts';
import { languageOfRequest } from '../secureMessages/requests.ts';
import { actor, auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { cannotRead, withoutMark } from './files.ts';
import { choice, flag, option, required } from './parameters.ts';
import { facilityIdOf } from './people.ts';
import { column, linesOf, minute, plain } from './text.ts';

/** The most characters of a provider's message. */
const longest = 20_000;

const thread = required(
  'NUMBER',
  '',
  (text) => {
    const parsed = v.safeParse(SecureThreadId, Number(text));
    return parsed.success ? parsed.output : undefined;
  },
  '--thread with the number of "message list".',
);

const listCommand = command({
  name: 'message list',
  does: 'Lists the threads that wait for an answer, the longest first.',
  more: `A line has number, when the last message was sent, whether somebody has opened it, patient, to whom, and the subject; of a request
also its kind and by when an answer was promised. At most 500.
Each patient's log says that their messages were looked at.`,
  parameters: {
    facility: option('NAME|ID', 'of one facility'),
    provider: option('"FIRST LAST"', 'to one provider, by their name'),
  },
  async inTransaction(tx, { facility, provider }) {
    const threads = await listWaiting(tx, await facilityIdOf(tx, facility), provider);
    const patients = [...new Set(threads.map(({ patientId }) => patientId))].sort((a, b) => a - b);
    await auditAll(
      tx,
      patients.map((patientId) => ({ type: 'messages.listed', actor, patientId })),
    );
    return linesOf(
      threads,
      ({ threadId, sentAt, isOpened, patient, mrn, provider: to, subject, requestKind, promisedBy }) =>
        plain(
          `${column(threadId, 8)}  ${minute(sentAt)}  ${isOpened ? 'opened    ' : 'not opened'}  ${patient} (${mrn})  to ${to}: ${subject}${
            requestKind === null || promisedBy === null
              ? ''
              : ` (request ${requestKind}, promised by ${minute(promisedBy)})`
          }`,
        ),
      'Nothing waits for an answer.',
    );
  },
});

type ShownThread = NonNullable<Awaited<ReturnType<typeof readForOffice>>>;

const threadShown = ({ subject, replyAllowed, patient, bornOn, mrn, provider, messages, files }: ShownThread) =>
  [
    `${subject}${replyAllowed ? '' : ' (closed)'}`,
    `${patient}, born ${bornOn}, ${mrn}, with ${provider}`,
    ...messages.flatMap(({ messageId, sender, onBehalfOf, sentAt, content }) => [
      '',
      `${minute(sentAt)}  ${sender}${onBehalfOf === null ? '' : ` on behalf of ${onBehalfOf}`}`,
      content,
      ...files
        .filter((file) => file.messageId === messageId)
        .map(
          (file) => `  file: ${file.fileName}, ${String(file.bytes)} bytes${file.content === null ? ' (held)' : ''}`,
        ),
    ]),
  ].map(plain);

async function writeFiles(folder: string, files: ShownThread['files']): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { attachmentId, fileName, content } of files) {
    const name = `${String(attachmentId)}-${fileName.replace(/[^\p{L}\p{N}. _-]/gu, '_')}`;
    if (content !== null) await writeFile(join(folder, name), content, { mode: 0o600 });
  }
}

const showCommand = command({
  name: 'message show',
  does: 'Shows a thread, oldest first, and marks what the patient wrote as opened: they see when.',
  parameters: {
    thread,
    peek: flag('only look; nothing is marked'),
    files: option(
      'FOLDER',
      'writes the files of the thread into a folder, readable for their owner alone; what the scanner holds stays here',
    ),
  },
  async run({ thread: threadId, peek: isPeek, files: folder }, io) {
    const found = await io.transaction(async (tx) => {
      const one = await readForOffice(tx, threadId);
      if (one === null) throw new CommandFailed(`There is no thread ${String(threadId)}.`);
      if (!isPeek) await markOpened(tx, threadId);
      await auditOperator(tx, 'messages.opened', { patientId: one.patientId }, { threadId, isPeek });
      return one;
    });
    if (folder !== null) await writeFiles(folder, found.files);
    return threadShown(found);
  },
});

const replyCommand = command({
  name: 'message reply',
  does: 'Answers a patient. The message is unread for them, the thread leaves their archive, and what they wrote counts as opened.',
  parameters: {
    thread,
    as: required(
      '"FIRST LAST"',
      'who answers, as the patient reads it',
      (text) => {
        const names = text.split(/\s+/);
        const [firstName, lastName] = [names.slice(0, -1).join(' '), names.at(-1) ?? ''];
        return firstName === '' ? undefined : { firstName, lastName };
      },
      '--as with a first and a last name.',
    ),
    message: choice(
      {
        text: option('TEXT', 'the message, plain text of at most 20,000 characters'),
        file: option('FILE', 'the same from a file in UTF-8; "-" reads the standard input'),
      },
      'either --text or --file.',
    ),
    request: option(
      'done|declined',
      'the patient’s request is settled; for "declined" the message is the reason',
      (text) => {
        const parsed = v.safeParse(RequestOutcome, text);
        if (!parsed.success) throw new NotUnderstood('--request is done or declined.');
        return parsed.output;
      },
    ),
    key: option('KEY', 'names this answer: the same key again sends nothing twice'),
  },
  async run({ thread: threadId, as: from, message: { by, value }, request, key }, io) {
    const read = () => (value === '-' ? wholeText(io.input()) : readFile(value, 'utf8'));
    const given = by === 'text' ? value : await read().catch(cannotRead(value));
    const content = withoutMark(given).replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
    if (content === '') throw new NotUnderstood('The message is empty.');
    if (content.length > longest) throw new NotUnderstood(`The message is longer than ${String(longest)} characters.`);
    const answer = {
      threadId,
      from,
      content,
      outcome: request,
      key: key ?? randomUUID(),
      source: 'command line',
      actor,
    };
    const done = await io.transaction(async (tx) => {
      if (request !== null && (await languageOfRequest(tx, threadId)) === null)
        throw new CommandFailed(`Thread ${String(threadId)} is no request.`);
      return addAnswer(tx, answer);
    });
    if (done === null) throw new CommandFailed(`There is no thread ${String(threadId)}.`);
    return done.isNew ? 'The answer is sent.' : 'An answer with this key was sent before; nothing was sent.';
  },
});

const closeCommand = command({
  name: 'message close',
  does: 'Takes no more replies of the patient in a thread; they can read it, and start another.',
  parameters: { thread },
  async inTransaction(tx, { thread: threadId }) {
    const done = await closeThread(tx, threadId);
    if (done === null) throw new CommandFailed(`There is no thread ${String(threadId)} that takes replies.`);
    await auditOperator(tx, 'messages.closed', done, { threadId });
    return 'The thread takes no more replies.';
  },
});

export const messageCommands = [listCommand, showCommand, replyCommand, closeCommand];
