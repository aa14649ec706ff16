import { type Db, statement } from '../db/pool.ts';
import { hashOf, newSecret } from './secrets.ts';

/** Seconds within which a ticket must be used, once (rulings, section 2). */
const lifetime = 60;

/** How many unused tickets one person may have. Beyond that, the oldest is deleted. */
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

/** Path and query in the form that tickets are bound to: without the token, and with the query in a fixed order and spelling. */
export function ticketPath(pathAndQuery: string): string {
  const [path = '', search = ''] = pathAndQuery.split('?', 2);
  const query = new URLSearchParams(search);
  query.delete('token');
  query.sort();
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Makes a ticket for one download in a session. It is stored as a hash and deleted with the session. */
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
