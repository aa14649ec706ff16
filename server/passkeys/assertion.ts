import { PasskeyId, type PasskeyAssertion } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { failureSource } from '../credentials/knownBrowsers.ts';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { Account, accountColumns, accountTables } from '../credentials/passwords.ts';
import { type AccountServices, ClosedBecause } from '../credentials/tokens.ts';
import { type Access, type Db, statement } from '../db/pool.ts';
import type { CallContext, Refuse, RequestFacts } from '../http/handler.ts';
import { withinLimit } from '../http/limits.ts';
import { type ChallengeUse, takeChallenge } from './challenges.ts';
import { isOutside } from './outside.ts';
import { relyingPartyOf } from './relyingParty.ts';
import { tellOwner } from './tellOwner.ts';
import { checkSigned } from './verify.ts';

const aDay = 86_400;

const Found = v.object({
  ...Account.entries,
  passkeyId: PasskeyId,
  passkeyName: v.string(),
  passkeyHandle: v.nullable(v.instance(Buffer)),
  publicKey: v.instance(Buffer),
  isHere: v.boolean(),
  closedBecause: v.nullable(ClosedBecause),
  represents: v.boolean(),
  isKioskManager: v.boolean(),
  subscriptionOver: v.boolean(),
});
type Found = v.InferOutput<typeof Found>;
const find = statement(
  'passkeys.find',
  `select ${accountColumns}, k.id as "passkeyId", k.name as "passkeyName", u.passkey_handle as "passkeyHandle", k.public_key as "publicKey",
     k.facility_id = $facilityId and k.rp_id = $rpId and k.is_for_kiosk = $isForKiosk and (u.disabled_at is null or u.closed_because is not null) as "isHere",
     u.closed_because as "closedBecause",
     exists (select from current_representatives l where l.user_id = u.id) as represents, u.is_kiosk_manager as "isKioskManager",
     coalesce(f.subscription_ends_on < today_in(f.time_zone), false) as "subscriptionOver"
   from ${accountTables} join passkeys k on k.user_id = u.id where k.credential_id = $credentialId`,
  Found,
);
const hold = statement(
  'passkeys.hold',
  'select sign_count as "signCount" from passkeys where id = $passkeyId for update',
  v.object({ signCount: v.number() }),
);
const noteUse = statement(
  'passkeys.noteUse',
  'update passkeys set sign_count = $signCount, is_backed_up = $isBackedUp, last_used_at = now() where id = $passkeyId',
);

type Refusal = 'passkey_unknown' | 'passkey_refused';
interface Context extends RequestFacts, Access, Pick<CallContext<never>, 'cookies' | 'log'> {
  readonly body: PasskeyAssertion;
  readonly refuse: Refuse<Refusal>;
}

/** Counts a failure against the address, writes it into the audit, and throws. */
async function refuseFailure({ tx, addressMark, refuse }: Context, source: string, code: Refusal): Promise<never> {
  await tx(async (within) => {
    await countAddressFailure(within, source);
    await audit(within, {
      type: 'login.failed',
      actor: null,
      patientId: null,
      detail: { because: code, from: addressMark() },
    });
  });
  throw refuse(code);
}

/** A count that does not grow says that there may be two of a passkey; one that does not count always says 0. */
const goesBack = (before: number, now: number): boolean => (before > 0 || now > 0) && now <= before;

/** Tells the owner, at most once a day, and the log. Whoever uses it now may have the copy, or the original. */
async function noteCopied(context: Context, services: AccountServices, found: Found): Promise<void> {
  const { db, tx, origins, log, addressMark } = context;
  const { passkeyId, passkeyName } = found;
  const mayTell = await withinLimit(db, 'passkey-copied', String(passkeyId), 1, aDay);
  await tx(async (within) => {
    const kind = context.surface === 'kiosk' ? 'staffPasskeyCopied' : 'passkeyCopied';
    if (mayTell) await tellOwner(within, services, origins, found, { kind, passkey: passkeyName });
    await audit(within, {
      type: 'passkey.copied',
      actor: null,
      patientId: found.patientId,
      facilityId: found.facilityId,
      detail: { passkeyId, from: addressMark() },
    });
  });
  services.mailer.wake();
  log.warn('refused a passkey whose own count went back: there may be a copy of it');
}

/**
 * Checks what a passkey signed, then does `work` in the transaction that notes its use. `mayUse` refuses by itself whom it does not let in.
 * A challenge that is too old is not counted as a failure: the page may have been open for longer than one lives.
 */
export async function takeAssertion<T>(
  context: Context,
  services: AccountServices,
  { purpose, sessionId }: Pick<ChallengeUse, 'purpose' | 'sessionId'>,
  mayUse: (found: Found) => boolean,
  work: (within: Db, found: Found) => Promise<T>,
): Promise<T> {
  const { body, db, refuse } = context;
  const source = await failureSource(context);
  await checkAddress(db, source, services.addressFailures);
  const relyingParty = await relyingPartyOf(context, services);
  const { facilityId, rpId, isForKiosk } = relyingParty;
  const challenge = await takeChallenge(db, body.clientDataJSON, { purpose, sessionId, facilityId, rpId });
  if (challenge === null) throw refuse('passkey_refused');
  const credentialId = Buffer.from(body.id, 'base64url');
  const found = await db.maybe(find, { credentialId, facilityId, rpId, isForKiosk });
  if (found === null) return refuseFailure(context, source, 'passkey_unknown');
  const isTheirs =
    found.isHere && found.passkeyHandle?.toString('base64url') === body.userHandle && (!isForKiosk || isOutside(body));
  const signed = isTheirs ? await checkSigned(body, challenge, relyingParty, found.publicKey) : null;
  if (signed === null || !mayUse(found)) return refuseFailure(context, source, 'passkey_refused');
  const { passkeyId } = found;
  const outcome = await context.tx(async (within) => {
    const held = await within.maybe(hold, { passkeyId });
    if (held === null) return { kind: 'removed' } as const;
    if (goesBack(held.signCount, signed.signCount)) return { kind: 'copied' } as const;
    await within.run(noteUse, { passkeyId, ...signed });
    return { kind: 'used', value: await work(within, found) } as const;
  });
  if (outcome.kind === 'copied') await noteCopied(context, services, found);
  return outcome.kind === 'used' ? outcome.value : refuseFailure(context, source, 'passkey_refused');
}
