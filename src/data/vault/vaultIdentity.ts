import { Capabilities, PatientId, Representation, UserProfile } from '@portal/api';
import * as v from 'valibot';
import { withoutEndedAccess } from '../endedAccess.ts';
import { firstPatient } from '../firstPatient.ts';
import type { Identity } from '../identity.ts';
import { WrittenByNewerVersion } from './rows.ts';
import type { Vault } from './vault.ts';

const IdentitySchema = v.pipe(
  v.object({
    profile: UserProfile,
    capabilities: Capabilities,
    patientId: v.optional(v.nullable(PatientId), null),
    representations: v.optional(
      v.array(v.object({ ...Representation.entries, rights: v.nullable(Representation.entries.rights) })),
      [],
    ),
  }),
  v.transform((kept) => ({ ...kept, patientId: firstPatient(kept.profile, kept.patientId) })),
);
const identityPlace = 'identity';

/** Whose a vault is. */
export interface IdentityInVault {
  readonly identity: Identity | null;
  /** The identity is also null when a newer version of the app wrote it. If none did, the browser has deleted what the vault had. */
  readonly isNewer: boolean;
}

/** Rows of a newer version of the app are not touched, and must not prevent the person from using everything else. */
const unlessNewer = (error: unknown): null => {
  if (error instanceof WrittenByNewerVersion) return null;
  throw error;
};

/** Reads whose an open vault is. `now`: milliseconds, for access that has ended. */
export async function readIdentity(vault: Vault, now: number): Promise<IdentityInVault> {
  const stored = await vault.read(identityPlace).catch(unlessNewer);
  const parsed = v.safeParse(IdentitySchema, stored);
  return {
    identity: parsed.success ? withoutEndedAccess(parsed.output, new Date(now)) : null,
    isNewer: stored === null,
  };
}

export async function writeIdentity(vault: Vault, identity: Identity): Promise<void> {
  await vault.write(identityPlace, null, identity).catch(unlessNewer);
}
