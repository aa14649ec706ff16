import {
  type Capabilities,
  getCapabilities,
  getLoginProfile,
  getPatient,
  listRepresentations,
  type LoginType,
  type PatientId,
  type Token,
  type UserProfile,
} from '@portal/api';
import { statusOf } from './errors.ts';
import { firstPatient } from './firstPatient.ts';
import { send, tokens } from './http.ts';
import { type Identity, otherThanSelf, type Represented } from './identity.ts';
import { remembered } from './remembered.ts';
import { typedUserName } from './typedUserName.ts';

const noCapabilities: Capabilities = { modules: [] };
export const withoutCapabilities: ReadonlySet<LoginType> = new Set(['patientKioskManagement', 'patientKioskUser']);

/** `represented`: the patient whom the user acts for; null for the user's own record. */
export const capabilitiesOf = (userId: UserProfile['userId'], represented: PatientId | null): Promise<Capabilities> =>
  send(getCapabilities, { params: { userId }, query: represented === null ? {} : { patientId: represented } });

/** The patients whom a user acts for. A facility's own server may not list them; then only their names in the profile are known. */
export async function representationsOf(profile: UserProfile): Promise<readonly Represented[]> {
  const others = profile.ids.filter(({ idType }) => idType === 'PatientContact');
  // The server names nobody before the terms are accepted.
  if (others.length === 0 || !profile.isEulaAccepted) return [];
  try {
    return await send(listRepresentations, { params: { userId: profile.userId } });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    const patients = await Promise.all(
      others.map(({ value: patientId }) => send(getPatient, { params: { patientId } })),
    );
    return patients.map(({ patientId, firstName, lastName }) => ({
      patientId,
      firstName,
      lastName,
      rights: null,
      endsByAge: [],
      sectionEnds: [],
      hasDied: false,
      lastDay: null,
      reason: null,
    }));
  }
}

/** What the answer of a log-in says of the person; a facility's own back end leaves it out. */
export type IdentityAtLogin = Token['identity'];

/** The profile. What a facility's own back end does not say is taken from the sign-in. */
async function loadWholeProfile(atLogin: IdentityAtLogin): Promise<UserProfile> {
  const told = atLogin?.profile ?? (await send(getLoginProfile));
  return {
    ...told,
    // After a reload the typed name is gone, and nothing needs it.
    userName: told.userName ?? typedUserName() ?? '',
    loginType: told.loginType ?? tokens().current()?.loginType ?? 'userNamePassword',
  };
}

/**
 * Loads the identity. After a reload the ids are known before the profile is, so everything is requested at once. `wanted`: the patient
 * whose record was open.
 */
export async function fetchIdentity(wanted: PatientId | null, atLogin: IdentityAtLogin): Promise<Identity> {
  const guess = remembered();
  const guessed = guess?.isOther === true ? guess.patientId : null;
  const early = guess && capabilitiesOf(guess.userId, guessed);
  early?.catch(() => undefined);
  const profile = await loadWholeProfile(atLogin);
  const isSame = guess?.userId === profile.userId;
  const patientId = firstPatient(profile, wanted ?? (isSame ? guess.patientId : null));
  if (withoutCapabilities.has(profile.loginType))
    return { profile, capabilities: noCapabilities, patientId, representations: [] };
  const represented = otherThanSelf(profile, patientId);
  const known = (represented === null ? atLogin?.capabilities : undefined) ?? null;
  const [capabilities, representations] = await Promise.all([
    known ??
      (early !== null && isSame && guessed === represented ? early : capabilitiesOf(profile.userId, represented)),
    representationsOf(profile),
  ]);
  return { profile, capabilities, patientId, representations };
}
