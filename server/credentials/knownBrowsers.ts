import type { UserId } from '@portal/api';
import * as v from 'valibot';
import type { CookieName, Cookies, RequestFacts, Surface } from '../http/handler.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';
import { type FailureKeys, nameHash } from './loginFailures.ts';

/** How long a browser is remembered after the last sign-in in it; after that `purge` deletes it. */
const rememberedSeconds = 180 * 86_400;
/** How many browsers of one person are remembered; beyond that the oldest is forgotten. Staff may use one account on every tablet. */
const mostBrowsers = 100;

const cookieOf: Readonly<Record<Surface, CookieName>> = { portal: 'portalBrowser', kiosk: 'kioskBrowser' };

const find = statement(
  'browsers.find',
  `select count(*) > 0 as "isKnown", coalesce(bool_or(lower(u.username) = lower($username)), false) as "isTheirs"
   from known_browsers k join users u on u.id = k.user_id where k.browser_hash = $browserHash and k.surface = $surface`,
  v.object({ isKnown: v.boolean(), isTheirs: v.boolean() }),
);
/** The first browser of an account that was made lately is not news to its owner. */
const remember = statement(
  'browsers.remember',
  `with theirs as (select browser_hash from known_browsers where user_id = $userId and surface = $surface)
   insert into known_browsers (browser_hash, user_id, surface) values ($browserHash, $userId, $surface)
   on conflict (browser_hash, user_id) do update set last_seen_at = now()
   returning not exists (select from theirs where browser_hash = $browserHash)
     and (exists (select from theirs) or exists (select from users where id = $userId and created_at < now() - make_interval(secs => $rememberedSeconds))) as "isNewPlace"`,
  v.object({ isNewPlace: v.boolean() }),
);
const dropOldest = statement(
  'browsers.dropOldest',
  `delete from known_browsers where user_id = $userId and browser_hash in (
     select browser_hash from known_browsers where user_id = $userId order by last_seen_at desc offset $mostBrowsers)`,
);

interface Asked extends Pick<RequestFacts, 'surface' | 'ip'> {
  readonly db: Db;
  readonly cookies: Cookies;
}

/** The key for a name's failures in one of its own browsers. */
const nameInBrowser = (name: Buffer, browser: Buffer): Buffer => hashOf(Buffer.concat([name, browser]));

/**
 * What a failed sign-in is counted by. In a browser where that person has signed in before, it is counted apart from all other failures, so
 * that neither a stranger nor somebody at the same address can lock them out. A tablet on which staff have signed in counts as its own
 * source.
 */
export async function failureKeys({ db, cookies, surface, ip }: Asked, username: string): Promise<FailureKeys> {
  const name = nameHash(username);
  const secret = cookies.get(cookieOf[surface]);
  if (secret === null) return { name, source: ip, isNewBrowser: true };
  const browser = hashOf(secret);
  const { isKnown, isTheirs } = await db.one(find, { browserHash: browser, surface, username: username.trim() });
  return {
    name: isTheirs ? nameInBrowser(name, browser) : name,
    source: isTheirs || (isKnown && surface === 'kiosk') ? `browser:${browser.toString('hex')}` : ip,
    isNewBrowser: !isTheirs,
  };
}

/** The source of failures when no name is typed: a tablet on which staff have signed in counts as itself, not as its address. */
export const failureSource = async (asked: Asked): Promise<string> => (await failureKeys(asked, '')).source;

/** The hash of the browser's cookie; null where nobody has signed in yet. */
export function browserHash({ cookies, surface }: Pick<Asked, 'cookies' | 'surface'>): Buffer | null {
  const secret = cookies.get(cookieOf[surface]);
  return secret === null ? null : hashOf(secret);
}

/** Notes that somebody signs in in this browser; gives the hash of its cookie, and whether it is one that they have not used before. */
export async function rememberBrowser(
  tx: Db,
  { cookies, surface }: Pick<Asked, 'cookies' | 'surface'>,
  userId: UserId,
): Promise<{ readonly browser: Buffer; readonly isNewPlace: boolean }> {
  const old = cookies.get(cookieOf[surface]);
  const isKnown = old !== null && (await tx.one(find, { browserHash: hashOf(old), surface, username: '' })).isKnown;
  const secret = isKnown ? old : newSecret();
  const browser = hashOf(secret);
  const { isNewPlace } = await tx.one(remember, { browserHash: browser, userId, surface, rememberedSeconds });
  await tx.run(dropOldest, { userId, mostBrowsers });
  cookies.set(cookieOf[surface], secret, { maxAge: rememberedSeconds });
  return { browser, isNewPlace };
}
