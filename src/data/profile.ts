import { type Capabilities, getCapabilities, getLoginProfile, type LoginType, type PatientId, type UserProfile } from '@portal/api';
import { useSyncExternalStore } from 'react';
import { send } from './http.ts';
import { remember, remembered } from './remembered.ts';

/** Who is signed in and what they may see (specification 1, section 4). */
export interface Identity {
  readonly profile: UserProfile;
  readonly capabilities: Capabilities;
}

const listeners = new Set<() => void>();
let identity: Identity | null = null;
let acting: PatientId | null = null;
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

const capabilitiesOf = (userId: UserProfile['userId']) => send(getCapabilities, { params: { userId } });

/** After a reload the ids are known before the profile is: then both are asked at once. */
async function fetchIdentity(): Promise<Identity> {
  const guess = remembered();
  const early = guess && capabilitiesOf(guess.userId);
  early?.catch(() => undefined);
  const profile = await send(getLoginProfile);
  if (withoutCapabilities.has(profile.loginType)) return { profile, capabilities: noCapabilities };
  return { profile, capabilities: await (early !== null && guess?.userId === profile.userId ? early : capabilitiesOf(profile.userId)) };
}

/** Profile and capabilities, asked once per session; `fresh` asks again. Rejects with `CallError`. */
export async function loadIdentity(fresh = false): Promise<Identity> {
  if (identity && !fresh) return identity;
  const askedFor = person;
  askedAt = performance.now();
  loading ??= fetchIdentity().finally(() => { loading = null; });
  const answer = await loading;
  if (askedFor === person) {
    publish(answer);
    remember({ userId: answer.profile.userId, patientId: actingFor() });
  }
  return answer;
}

/**
 * Asks for the capabilities again when they are older than `age` in ms: a facility switches modules while people are signed in,
 * and that holds without a new sign-in. Where there is no answer, what was known stays.
 */
export async function refreshCapabilities(age: number): Promise<void> {
  const known = identity;
  if (!known || withoutCapabilities.has(known.profile.loginType) || performance.now() - askedAt < age) return;
  const askedFor = person;
  askedAt = performance.now();
  refreshing ??= capabilitiesOf(known.profile.userId)
    .then(
      (capabilities) => {
        if (askedFor === person && identity && JSON.stringify(capabilities) !== JSON.stringify(identity.capabilities)) publish({ ...identity, capabilities });
      },
      () => undefined,
    )
    .finally(() => {
      refreshing = null;
    });
  await refreshing;
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
  acting = null;
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

/** The patient whose record is open: the user's own, else the first they represent; null before the profile is known. */
export function actingFor(): PatientId | null {
  const ids = identity?.profile.ids ?? [];
  if (acting !== null && ids.some((id) => id.value === acting)) return acting;
  return (ids.find((id) => id.idType === 'Patient') ?? ids[0])?.value ?? null;
}

export const useActingFor = (): PatientId | null => useSyncExternalStore(subscribeToIdentity, actingFor, actingFor);

/** Changes the patient for whom a representative acts; one who is not theirs is ignored. */
export function actFor(patientId: PatientId): void {
  if (!identity?.profile.ids.some((id) => id.value === patientId)) return;
  acting = patientId;
  remember({ userId: identity.profile.userId, patientId });
  publish({ ...identity });
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
