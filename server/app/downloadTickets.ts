import { type Db, statement } from '../db/pool.ts';
import { hashOf, newSecret } from './secrets.ts';

/** Seconds that a ticket waits for its one use (rulings, section 2). */
const lifetime = 60;

const add = statement('tickets.add', 'insert into download_tickets (token_hash, session_id, path, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))');

/** Path and query as tickets are bound to them: without the token, the query in one order and one spelling. */
export function ticketPath(pathAndQuery: string): string {
  const [path = '', search = ''] = pathAndQuery.split('?', 2);
  const query = new URLSearchParams(search);
  query.delete('token');
  query.sort();
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Makes a ticket for one download of a session; stored hashed, and gone with the session. */
export async function newTicket(db: Db, sessionId: number, path: string): Promise<{ token: string; expiresIn: number }> {
  const token = newSecret();
  await db.run(add, [hashOf(token), sessionId, ticketPath(path), lifetime]);
  return { token, expiresIn: lifetime };
}
