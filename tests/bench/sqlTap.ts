import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One statement as the server sent it to the database; binary parameters are given in base64. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly ({ readonly text: string | null } | { readonly base64: string })[];
}

export interface SqlTap {
  /** The address of the same database through the tap. */
  readonly url: string;
  /** The statements since the last call, in the order in which they ran. */
  take(): Statement[];
  stop(): Promise<void>;
}

/** Reads what a client of PostgreSQL sends: the frontend half of protocol version 3. */
function reader(onStatement: (statement: Statement) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  const texts = new Map<string, string>();
  const portals = new Map<string, Statement>();
  const message = (type: string, body: Buffer) => {
    let at = 0;
    const string = () => {
      const end = body.indexOf(0, at);
      const value = body.toString('utf8', at, end);
      at = end + 1;
      return value;
    };
    const int16 = () => ((at += 2), body.readInt16BE(at - 2));
    const int32 = () => ((at += 4), body.readInt32BE(at - 4));
    if (type === 'Q') onStatement({ name: '', text: string(), values: [] });
    if (type === 'P') texts.set(string(), string());
    if (type === 'B') {
      const portal = string();
      const name = string();
      const formats = Array.from({ length: int16() }, int16);
      const values = Array.from({ length: int16() }, (_, index) => {
        const length = int32();
        if (length < 0) return { text: null };
        const bytes = body.subarray(at, at + length);
        at += length;
        const format = formats.length === 1 ? formats[0] : (formats[index] ?? 0);
        return format === 1 ? { base64: bytes.toString('base64') } : { text: bytes.toString('utf8') };
      });
      portals.set(portal, { name, text: texts.get(name) ?? '', values });
    }
    if (type === 'E') {
      const statement = portals.get(string());
      if (statement !== undefined) onStatement(statement);
    }
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const header = isStarted ? 5 : 4;
      if (rest.length < header) return;
      const length = rest.readInt32BE(header - 4) + header - 4;
      if (rest.length < length) return;
      if (isStarted) message(String.fromCharCode(rest[0] ?? 0), rest.subarray(header, length));
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}

/** Passes everything between a client and the Unix socket of a database address (`…?host=<folder>&port=<number>`), and reads along. */
export async function startSqlTap(databaseUrl: string): Promise<SqlTap> {
  const address = new URL(databaseUrl.replace('@/', '@localhost/'));
  const [host, port] = [address.searchParams.get('host') ?? '/tmp', address.searchParams.get('port') ?? '5432'];
  const folder = await mkdtemp(join(tmpdir(), 'tap-'));
  let taken: Statement[] = [];
  const listener = createServer((client) => {
    const server = connect(join(host, `.s.PGSQL.${port}`));
    const read = reader((statement) => taken.push(statement));
    client.on('data', (chunk: Buffer) => {
      read(chunk);
      server.write(chunk);
    });
    server.pipe(client);
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => {
    listener.listen(join(folder, `.s.PGSQL.${port}`), resolve);
  });
  return {
    url: databaseUrl.replace(encodeURIComponent(host), encodeURIComponent(folder)),
    take() {
      const all = taken;
      taken = [];
      return all;
    },
    async stop() {
      listener.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
