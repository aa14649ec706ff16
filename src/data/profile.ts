import { type Capabilities, getCapabilities, getLoginProfile, getPatient, listRepresentations, type LoginType, type PatientId, type Representation, type UserProfile } from '@portal/api';
import { useSyncExternalStore } from 'react';
import { failureOf } from './errors.ts';
import { firstPatient } from './firstPatient.ts';
import { send } from './http.ts';
import { remember, remembered } from './remembered.ts';

/** Who is signed in and what they may see (specification 1, section 4). */
export interface Identity {
  readonly profile: UserProfile;
  /** What they may see of the patient whose record is open. */
  readonly capabilities: Capabilities;
  /** The patient whose record is open; null for whoever has none, such as a kiosk's staff. */
  readonly patientId: PatientId | null;
  /** The others for whom they act. */
  readonly representations: readonly Representation[];
}

const listeners = new Set<() => void>();
let identity: Identity | null = null;
let loading: Promise<Identity> | null = null;
/** Grows when the person changes, so that an answer on its way for the last one is dropped. */
let person = 0;
/** When the capabilities of the moment were asked for, on the monotonic clock. */
let askedAt = -Infinity;
let refreshing: Promise<void> | null = null;

function publish(next: Identity | null): void {
  identity = next;
  for (const listener of listeners) listener();
}

const noCapabilities: Capabilities = { modules: [] };
const withoutCapabilities: ReadonlySet<LoginType> = new Set(['patientKioskManagement', 'patientKioskUser']);

/** `represented`: the patient whom the user acts for; null for what is the user's own. */
const capabilitiesOf = (userId: UserProfile['userId'], represented: PatientId | null): Promise<Capabilities> =>
  send(getCapabilities, { params: { userId }, query: represented === null ? {} : { patientId: represented } });

/** The patients whom a user acts for; a facility's own server may not list them, and then their names are all there is. */
async function representationsOf(profile: UserProfile): Promise<readonly Representation[]> {
  const others = profile.ids.filter(({ idType }) => idType === 'PatientContact');
  if (others.length === 0) return [];
  try {
    return await send(listRepresentations, { params: { userId: profile.userId } });
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'refused' || failure.status !== 404) throw error;
    const patients = await Promise.all(others.map(({ value: patientId }) => send(getPatient, { params: { patientId } })));
    return patients.map(({ patientId, firstName, lastName }) => ({ patientId, firstName, lastName, rights: [] }));
  }
}

/** A patient whom the user represents; null for the user's own record. */
const otherThanSelf = ({ ids }: Pick<UserProfile, 'ids'>, patientId: PatientId | null): PatientId | null =>
  ids.some(({ idType, value }) => idType === 'PatientContact' && value === patientId) ? patientId : null;

/** After a reload the ids are known before the profile is: then all is asked at once. `wanted`: whose record was open. */
async function fetchIdentity(wanted: PatientId | null): Promise<Identity> {
  const guess = remembered();
  const guessed = guess?.isOther === true ? guess.patientId : null;
  const early = guess && capabilitiesOf(guess.userId, guessed);
  early?.catch(() => undefined);
  const profile = await send(getLoginProfile);
  const isSame = guess?.userId === profile.userId;
  const patientId = firstPatient(profile, wanted ?? (isSame ? guess.patientId : null));
  if (withoutCapabilities.has(profile.loginType)) return { profile, capabilities: noCapabilities, patientId, representations: [] };
  const represented = otherThanSelf(profile, patientId);
  const [capabilities, representations] = await Promise.all([
    early !== null && isSame && guessed === represented ? early : capabilitiesOf(profile.userId, represented),
    representationsOf(profile),
  ]);
  return { profile, capabilities, patientId, representations };
}

/** Keeps the ids of the moment for the next load of this tab. */
function rememberIds({ profile, patientId }: Identity): void {
  remember({ userId: profile.userId, patientId, isOther: otherThanSelf(profile, patientId) !== null });
}

/** Profile and capabilities, asked once per session; `fresh` asks again. Rejects with `CallError`. */
export async function loadIdentity(fresh = false): Promise<Identity> {
  if (identity && !fresh) return identity;
  const askedFor = person;
  askedAt = performance.now();
  loading ??= fetchIdentity(identity?.patientId ?? null).finally(() => { loading = null; });
  const answer = await loading;
  if (askedFor === person) {
    publish(answer);
    rememberIds(answer);
  }
  return answer;
}

/**
 * Asks for the capabilities again when they are older than `age` in ms: a facility switches modules while people are signed in,
 * and that holds without a new sign-in. Where there is no answer, what was known stays. False when nothing was asked.
 */
export async function refreshCapabilities(age: number): Promise<boolean> {
  const known = identity;
  if (!known || withoutCapabilities.has(known.profile.loginType) || performance.now() - askedAt < age) return false;
  const askedFor = person;
  askedAt = performance.now();
  const { profile, patientId } = known;
  refreshing ??= Promise.all([capabilitiesOf(profile.userId, otherThanSelf(profile, patientId)), representationsOf(profile)])
    .then(
      ([capabilities, representations]) => {
        if (askedFor !== person || identity?.patientId !== patientId) return;
        if (JSON.stringify([capabilities, representations]) !== JSON.stringify([identity.capabilities, identity.representations])) publish({ ...identity, capabilities, representations });
      },
      (error: unknown) => {
        const failure = failureOf(error);
        // Nobody acts for that patient any more: whoever is left is whom the profile names.
        if (askedFor === person && identity && otherThanSelf(profile, patientId) !== null && failure?.kind === 'refused' && failure.status === 404) return loadIdentity(true).then(() => undefined, () => undefined);
      },
    )
    .finally(() => {
      refreshing = null;
    });
  await refreshing;
  return true;
}

/** The profile alone. */
export const loadProfile = async (fresh = false): Promise<UserProfile> => (await loadIdentity(fresh)).profile;

/** Puts an identity that the vault kept in place, when there is no connection. */
export function adoptIdentity(kept: Identity): void {
  person += 1;
  publish(kept);
}

/** Forgets the person: at the end of every session. */
export function forgetIdentity(): void {
  person += 1;
  loading = null;
  remember(null);
  publish(null);
}

export const currentIdentity = (): Identity | null => identity;
export const currentProfile = (): UserProfile | null => identity?.profile ?? null;

/** Calls back after each change; returns the way to stop. */
export function subscribeToIdentity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIdentity = (): Identity | null => useSyncExternalStore(subscribeToIdentity, currentIdentity, currentIdentity);
export const useProfile = (): UserProfile | null => useSyncExternalStore(subscribeToIdentity, currentProfile, currentProfile);

/** The patient whose record is open; null before the profile is known. */
export const actingFor = (): PatientId | null => identity?.patientId ?? null;

export const useActingFor = (): PatientId | null => useSyncExternalStore(subscribeToIdentity, actingFor, actingFor);

/** Whom the user represents at the moment; null while it is their own record. */
export function represented(of: Identity | null): Pick<Representation, 'patientId' | 'firstName' | 'lastName'> | null {
  if (of === null || otherThanSelf(of.profile, of.patientId) === null) return null;
  return of.representations.find(({ patientId }) => patientId === of.patientId) ?? null;
}

/** Renders again when the user acts for somebody else. */
export const useRepresented = (): ReturnType<typeof represented> => represented(useIdentity());

/** One whose record can be opened. */
export interface Choice {
  readonly patientId: PatientId;
  readonly firstName: string;
  readonly lastName: string;
  readonly isOwn: boolean;
}

/** Everyone whose record can be opened: the user's own first, then those whom they act for. */
export function choicesOf({ profile, representations }: Pick<Identity, 'profile' | 'representations'>): Choice[] {
  const own = profile.ids.find(({ idType }) => idType === 'Patient');
  const others = representations.map(({ patientId, firstName, lastName }) => ({ patientId, firstName, lastName, isOwn: false }));
  return own === undefined ? others : [{ patientId: own.value, firstName: profile.firstName, lastName: profile.lastName, isOwn: true }, ...others];
}

const changes = new Set<() => void>();

/** Calls back when another patient's record is to be opened, before it is: whatever is kept of the last one goes. Returns the way to stop. */
export function onPatientChange(listener: () => void): () => void {
  changes.add(listener);
  return () => changes.delete(listener);
}

/** What opening another record needs to know beforehand, so that it opens whole. */
export interface PreparedChange {
  readonly patientId: PatientId;
  readonly capabilities: Capabilities;
  readonly person: number;
}

/** Asks what the user may see of a patient. Rejects with `CallError`; null for one who is not theirs. */
export async function prepareChange(patientId: PatientId): Promise<PreparedChange | null> {
  const known = identity;
  if (known === null || !choicesOf(known).some((choice) => choice.patientId === patientId)) return null;
  const askedFor = person;
  return { patientId, capabilities: await capabilitiesOf(known.profile.userId, otherThanSelf(known.profile, patientId)), person: askedFor };
}

/** Opens another record. Nothing happens when somebody else has signed in meanwhile. */
export function change({ patientId, capabilities, person: askedFor }: PreparedChange): void {
  if (identity === null || askedFor !== person || identity.patientId === patientId) return;
  for (const listener of changes) listener();
  const next = { ...identity, patientId, capabilities };
  rememberIds(next);
  publish(next);
}

/**
 * True when a capability is on. `module` asks for the module, `module.field` for one of its fields; upper and lower case are
 * the same.
 */
export function hasCapability(capability: string, from: Capabilities | undefined = identity?.capabilities): boolean {
  const [moduleName = '', fieldName] = capability.toLowerCase().split('.');
  const found = from?.modules.find((module) => module.moduleName.toLowerCase() === moduleName);
  if (!found) return false;
  return fieldName === undefined || found.details.some((detail) => detail.fieldName.toLowerCase() === fieldName);
}

export const useCapability = (capability: string): boolean => hasCapability(capability, useIdentity()?.capabilities);
