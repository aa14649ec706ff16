import * as v from 'valibot';
import { hashOf, newSecret } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';
import type { RelyingParty } from './relyingParty.ts';

/** For so long a challenge may be answered: somebody has to find their phone. */
export const challengeSeconds = 5 * 60;

const insert = statement(
  'passkeyChallenges.insert',
  `insert into passkey_challenges (challenge_hash, purpose, session_id, facility_id, rp_id, expires_at)
   values ($challengeHash, $purpose, $sessionId, $facilityId, $rpId, now() + make_interval(secs => $challengeSeconds))`,
);
const take = statement(
  'passkeyChallenges.take',
  `delete from passkey_challenges where challenge_hash = $challengeHash and purpose = $purpose and session_id is not distinct from $sessionId
     and facility_id = $facilityId and rp_id = $rpId and expires_at > now()`,
);

/** What a challenge is for; it is valid for nothing else. */
export interface ChallengeUse extends Pick<RelyingParty, 'facilityId' | 'rpId'> {
  readonly purpose: 'add' | 'signIn' | 'confirm';
  /** Null: nobody is signed in yet. */
  readonly sessionId: number | null;
}

const valuesOf = (challenge: string, { purpose, sessionId, facilityId, rpId }: ChallengeUse) => ({
  challengeHash: hashOf(challenge),
  purpose,
  sessionId,
  facilityId,
  rpId,
});

export async function makeChallenge(db: Db, use: ChallengeUse): Promise<string> {
  const challenge = newSecret();
  await db.run(insert, { ...valuesOf(challenge, use), challengeSeconds });
  return challenge;
}

const ClientData = v.pipe(v.string(), v.parseJson(), v.object({ challenge: v.string() }));

/** Uses up the challenge that an authenticator has signed; null where it is unknown, used, too old or for something else. */
export async function takeChallenge(db: Db, clientDataJSON: string, use: ChallengeUse): Promise<string | null> {
  const read = v.safeParse(ClientData, Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
  if (!read.success) return null;
  const { challenge } = read.output;
  return (await db.run(take, valuesOf(challenge, use))) > 0 ? challenge : null;
}
