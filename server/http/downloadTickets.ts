import { type Db, statement } from '../db/pool.ts';
import { hashOf, newSecret } from './secrets.ts';

/** Seconds that a ticket waits for its one use (rulings, section 2). */
const lifetime = 60;

/** Tickets of one person that wait; the oldest goes. */
const mostTickets = 20;

const add = statement(
  'tickets.add',
  'insert into download_tickets (token_hash, session_id, path, expires_at) values ($tokenHash, $sessionId, $path, now() + make_interval(secs => $lifetimeSeconds))',
);

const dropOldest = statement(
  'tickets.dropOldest',
  `delete from download_tickets where token_hash in (
     select t.token_hash from sessions mine join sessions s on s.user_id = mine.user_id join download_tickets t on t.session_id = s.id
     where mine.id = $sessionId order by t.expires_at desc offset $mostTickets)`,
);

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
export async function newTicket(
  db: Db,
  sessionId: number,
  path: string,
): Promise<{ token: string; expiresIn: number }> {
  const token = newSecret();
  await db.run(add, { tokenHash: hashOf(token), sessionId, path: ticketPath(path), lifetimeSeconds: lifetime });
  await db.run(dropOldest, { sessionId, mostTickets });
  return { token, expiresIn: lifetime };
}
