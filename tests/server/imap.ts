import { type TLSSocket, createServer } from 'node:tls';
import { testTls } from './tls.ts';

interface Stored {
  readonly uid: number;
  readonly raw: Buffer;
  /** The length that the server tells; it may differ from the real one. */
  readonly size: number;
  isSeen: boolean;
}

/** The parts of an IMAP server that reading replies needs: TLS, one user, and folders whose mails can be fetched, marked and moved. */
export interface TestImap {
  readonly url: string;
  readonly folders: ReadonlyMap<string, Stored[]>;
  /** The largest number of readers that were connected at the same time. */
  mostReaders(): number;
  /** Makes the next `times` commands that move a mail end the connection instead. */
  breakMoves(times: number): void;
  put(raw: Buffer, size?: number): void;
  close(): Promise<void>;
}

const user = 'replies@clinic.example';
const password = 'secret';

export async function startTestImap(): Promise<TestImap> {
  const folders = new Map<string, Stored[]>([['INBOX', []]]);
  const sockets = new Set<TLSSocket>();
  let lastUid = 0;
  let most = 0;
  let movesToBreak = 0;
  const folder = (name: string): Stored[] => folders.get(name.replaceAll('"', '')) ?? [];

  function answer(socket: TLSSocket, tag: string, command: string, rest: string): void {
    const say = (...lines: readonly string[]): void => void socket.write(`${lines.join('\r\n')}\r\n`);
    const inbox = folder('INBOX');
    const [given = '', ...words] = rest.split(' ');
    const place = inbox.findIndex(({ uid }) => String(uid) === given);
    const mail = inbox[place];
    const at = `* ${String(place + 1)}`;
    switch (command) {
      case 'CAPABILITY':
        return say('* CAPABILITY IMAP4rev1 UIDPLUS MOVE', `${tag} OK done`);
      case 'LOGIN':
        return say(
          rest.replaceAll('"', '') === `${user} ${password}`
            ? `${tag} OK welcome`
            : `${tag} NO [AUTHENTICATIONFAILED] no`,
        );
      case 'LIST':
        return say(`* LIST () "/" ${rest === '"" ""' ? '""' : 'INBOX'}`, `${tag} OK done`);
      case 'CREATE': {
        const name = rest.replaceAll('"', '');
        if (folders.has(name)) return say(`${tag} NO [ALREADYEXISTS] it is there`);
        folders.set(name, []);
        return say(`${tag} OK done`);
      }
      case 'SELECT':
        return say(
          '* FLAGS (\\Seen \\Deleted)',
          `* ${String(inbox.length)} EXISTS`,
          '* OK [UIDVALIDITY 1] valid',
          `* OK [UIDNEXT ${String(lastUid + 1)}] next`,
          `${tag} OK [READ-WRITE] open`,
        );
      case 'UID SEARCH':
        return say(`* SEARCH ${inbox.map(({ uid }) => String(uid)).join(' ')}`.trim(), `${tag} OK done`);
      case 'UID FETCH':
        if (mail === undefined) return say(`${tag} OK nothing`);
        if (!rest.includes('BODY.PEEK[]'))
          return say(`${at} FETCH (UID ${given} RFC822.SIZE ${String(mail.size)})`, `${tag} OK done`);
        socket.write(`${at} FETCH (UID ${given} BODY[] {${String(mail.raw.length)}}\r\n`);
        socket.write(mail.raw);
        return say(')', `${tag} OK done`);
      case 'UID STORE':
        if (mail !== undefined) mail.isSeen = true;
        return say(`${tag} OK done`);
      case 'UID MOVE':
        if (movesToBreak > 0) {
          movesToBreak -= 1;
          socket.destroy();
          return;
        }
        if (mail === undefined) return say(`${tag} NO it is gone`);
        inbox.splice(place, 1);
        folder(words.join(' ')).push(mail);
        return say(`${at} EXPUNGE`, `${tag} OK done`);
      case 'LOGOUT':
        say('* BYE bye', `${tag} OK done`);
        socket.end();
        return;
      default:
        return say(`${tag} OK done`);
    }
  }

  const server = createServer({ key: testTls.key, cert: testTls.cert }, (socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.on('close', () => sockets.delete(socket));
    // Tests break connections off on purpose, so errors are ignored.
    socket.on('error', () => undefined);
    socket.write('* OK [CAPABILITY IMAP4rev1 UIDPLUS MOVE] ready\r\n');
    let heard = '';
    socket.on('data', (part: Buffer) => {
      heard += part.toString('latin1');
      const lines = heard.split('\r\n');
      heard = lines.pop() ?? '';
      for (const line of lines) {
        const [, tag = '*', command = '', rest = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/.exec(line) ?? [];
        answer(socket, tag, command.toUpperCase(), rest);
      }
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `imaps://${encodeURIComponent(user)}:${password}@127.0.0.1:${String(port)}/INBOX`,
    folders,
    mostReaders: () => most,
    breakMoves(times) {
      movesToBreak = times;
    },
    put(raw, size = raw.length) {
      lastUid += 1;
      folder('INBOX').push({ uid: lastUid, raw, size, isSeen: false });
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
}
