import type { OpenIdFailure, UserId } from '@portal/api';
import type { Db } from '../db/pool.ts';
import type { RequestFacts } from '../http/handler.ts';
import { issueTicket, signOnPath } from '../session/singleSignOn.ts';
import { namedBy } from './claims.ts';
import type { SignedIn } from './client.ts';
import {
  type Subject,
  findLinked,
  findNamed,
  findPerson,
  linkSubject,
  nameHashOf,
  notePending,
  noteSignIn,
} from './links.ts';
import type { OpenIdServices, ProviderAt } from './providers.ts';

/** Where the browser goes on, or why it does not. */
export type Entered = { readonly path: string } | { readonly failure: OpenIdFailure };

const linkPath = (pending: string): string => `/link-sign-in#p=${pending}`;
/** The kiosk takes the ticket out of its address before anything else runs (`kiosk/first.ts`). */
const staffPath = (ticket: string): string => `/kioskLogin#sso-id=${ticket}`;
const identitiesPath = '/account-settings#identities';

/** The actor of what an identity system does, for the audit. */
export const identitySystem = (key: string) =>
  ({ userId: null, role: null, name: `identity system ${key}`, sessionId: null }) as const;

/**
 * Finds who has signed in at an identity system, links them the first time, and makes their ticket. Who is not known says with an invitation
 * who they are. `linksTo`: who links the sign-in with the account in which they are signed in already; it gets no ticket.
 */
export async function enter(
  tx: Db,
  services: OpenIdServices,
  { facilityId, provider, surface, origins }: ProviderAt & Pick<RequestFacts, 'origins'>,
  { subject: name, sid, signedInAt, claims }: SignedIn,
  { linksTo, browserHash }: { readonly linksTo: UserId | null; readonly browserHash: Buffer },
): Promise<Entered> {
  const { issuer, key } = provider;
  const facts = { provider: key, sid, signedInAt, browserHash };
  const subject: Subject = { facilityId, issuer, subjectHash: nameHashOf(issuer, name), surface };
  const known = await findLinked(tx, subject);
  const named = await findNamed(tx, provider, facilityId, namedBy(provider, claims));
  const own = linksTo === null ? null : await findPerson(tx, linksTo);
  const people = [known, named, own].filter((one) => one !== null);
  const [person] = people;
  if (people.some(({ userId }) => userId !== person?.userId)) return { failure: 'otherPerson' };
  if (person === undefined)
    return surface === 'portal' ? { path: linkPath(await notePending(tx, subject, facts)) } : { failure: 'notAllowed' };
  if (person.isStaff !== (surface === 'kiosk')) return { failure: 'notAllowed' };
  if (!person.mayEnter) return { failure: 'ended' };
  const linkId = known?.linkId ?? (await linkSubject(tx, services, origins, subject, person, key));
  if (linkId === null) return { failure: 'startAgain' };
  if (linksTo !== null) return { path: identitiesPath };
  const signInId = await noteSignIn(tx, subject, facts, linkId);
  const ticket = await issueTicket(tx, identitySystem(key), person, signInId);
  return { path: surface === 'kiosk' ? staffPath(ticket) : signOnPath(ticket) };
}
