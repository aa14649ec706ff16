import { type Capabilities, type Capability, includesCapability, type PatientId, type UserProfile } from '@portal/api';
import { useState, useSyncExternalStore } from 'react';
import { smallStore } from '../browser/smallStore.ts';
import { showMessage } from '../words/index.ts';
import { createEvents } from '../words/smallStore.ts';
import { statusOf } from './errors.ts';
import {
  capabilitiesOf,
  fetchIdentity,
  type IdentityAtLogin,
  representationsOf,
  withoutCapabilities,
} from './fetchIdentity.ts';
import { choicesOf, dependsOnRights, type Identity, mayCall, otherThanSelf, represented } from './identity.ts';
import { setCallGuard } from './http.ts';
import { remember, remembered } from './remembered.ts';

const identity = smallStore<Identity | null>(null);
const patientChange = createEvents();
const recordClosed = createEvents();
let loading: Promise<Identity> | null = null;
/** Increases when the person changes, so that a late answer for the previous one is dropped. */
let person = 0;
/** When the current capabilities were requested, on the monotonic clock. */
let askedAt = -Infinity;
let refreshing: Promise<void> | null = null;

/** Stores the current ids for the next load of this tab. */
function rememberIds({ profile, patientId }: Identity): void {
  remember({ userId: profile.userId, patientId, isOther: otherThanSelf(profile, patientId) !== null });
}

/**
 * Profile and capabilities, loaded once per session; `fresh` loads them again, and what `atLogin` has is not asked for. Rejects with
 * `CallError`.
 */
export async function loadIdentity(fresh = false, atLogin?: IdentityAtLogin): Promise<Identity> {
  const known = identity.get();
  if (known && !fresh) return known;
  const askedFor = person;
  askedAt = performance.now();
  loading ??= fetchIdentity(known?.patientId ?? null, atLogin).finally(() => {
    loading = null;
  });
  const before = remembered();
  const answer = await loading;
  if (askedFor === person) {
    const open = known?.patientId ?? (before?.userId === answer.profile.userId ? before.patientId : null);
    // Another record is open instead: the person is told, and everything of the previous patient is dropped.
    const isClosed = open !== null && answer.patientId !== open && !isGivenUp(open);
    if (open !== null && answer.patientId !== open) patientChange.emit();
    identity.set(answer);
    rememberIds(answer);
    if (isClosed) {
      showMessage('recordClosed');
      recordClosed.emit();
    }
  }
  return answer;
}

/**
 * Requests the capabilities again when they are older than `age` in ms, because a facility switches modules while people are signed in, and
 * that takes effect without a new sign-in. Without an answer the known ones stay. False when nothing was requested.
 */
export async function refreshCapabilities(age: number): Promise<boolean> {
  const known = identity.get();
  if (!known || withoutCapabilities.has(known.profile.loginType) || performance.now() - askedAt < age) return false;
  const askedFor = person;
  askedAt = performance.now();
  const { profile, patientId } = known;
  refreshing ??= Promise.all([
    capabilitiesOf(profile.userId, otherThanSelf(profile, patientId)),
    representationsOf(profile),
  ])
    .then(
      ([capabilities, representations]) => {
        const now = identity.get();
        if (askedFor !== person || now?.patientId !== patientId) return;
        if (JSON.stringify([capabilities, representations]) !== JSON.stringify([now.capabilities, now.representations]))
          identity.set({ ...now, capabilities, representations });
      },
      (error: unknown) => {
        // The user no longer acts for that patient, so the record is opened of a patient whom the profile still names.
        if (
          askedFor === person &&
          identity.get() !== null &&
          otherThanSelf(profile, patientId) !== null &&
          statusOf(error) === 404
        )
          return loadIdentity(true).then(
            () => undefined,
            () => undefined,
          );
      },
    )
    .finally(() => {
      refreshing = null;
    });
  await refreshing;
  return true;
}

/** The patient whose record the user has just given up. */
let givenUp: PatientId | null = null;
const isGivenUp = (patientId: PatientId): boolean => givenUp === patientId;

/** Loads the identity again after the user has stopped acting for this patient. Rejects with `CallError`. */
export async function leaveRecord(patientId: PatientId): Promise<Identity> {
  givenUp = patientId;
  try {
    return await loadIdentity(true);
  } finally {
    givenUp = null;
  }
}

/** Opens the record of a patient for whom the user acts from now on. Rejects with `CallError`. */
export async function openAccepted(patientId: PatientId): Promise<void> {
  await loadIdentity(true);
  const next = await preparePatientChange(patientId);
  if (next !== null) changePatient(next);
}

export const loadProfile = async (fresh = false): Promise<UserProfile> => (await loadIdentity(fresh)).profile;

/** Uses an identity that the vault has stored, when there is no connection. */
export function adoptIdentity(kept: Identity): void {
  person += 1;
  identity.set(kept);
}

/** Forgets the person; called at the end of every session. */
export function forgetIdentity(): void {
  person += 1;
  loading = null;
  remember(null);
  identity.set(null);
}

export const currentIdentity = identity.get;
export const currentProfile = (): UserProfile | null => identity.get()?.profile ?? null;

/** Calls back after each change; returns the function that stops it. */
export const subscribeToIdentity = identity.subscribe;

export const useIdentity = (): Identity | null =>
  useSyncExternalStore(subscribeToIdentity, currentIdentity, currentIdentity);
export const useProfile = (): UserProfile | null =>
  useSyncExternalStore(subscribeToIdentity, currentProfile, currentProfile);

/** The patient whose record is open; null before the profile is known. */
export const actingFor = (): PatientId | null => identity.get()?.patientId ?? null;

export const useActingFor = (): PatientId | null => useSyncExternalStore(subscribeToIdentity, actingFor, actingFor);

/** The patient whose record was open when the page opened. It does not change for this page while another record is being opened. */
export const usePatientOfPage = (): PatientId | null => {
  const [patientId] = useState(actingFor);
  return patientId;
};

setCallGuard(async (call, input) => {
  const known = identity.get();
  if (known !== null) return mayCall(known, call, input);
  // After a reload the rights of a representative are still being loaded.
  const isOther = remembered()?.isOther === true && remembered()?.patientId === input.params?.['patientId'];
  return !isOther || !dependsOnRights(call) || mayCall(await loadIdentity(), call, input);
});

/** Whom the user represents, for components. Renders again when that changes. */
export const useRepresented = (): ReturnType<typeof represented> => represented(useIdentity());

/** Calls back before another record opens, so that everything of the previous one is dropped. Returns the function that stops it. */
export const onPatientChange = patientChange.on;

/** Calls back when the open record may no longer be seen, and another is open instead. Returns the function that stops it. */
export const onRecordClosed = recordClosed.on;

/** What must be known before another record is opened, so that it opens completely. */
export interface PreparedPatientChange {
  readonly patientId: PatientId;
  readonly capabilities: Capabilities;
  readonly person: number;
}

/** Requests what the user may see of a patient. Rejects with `CallError`; null for a patient whom they do not act for. */
export async function preparePatientChange(patientId: PatientId): Promise<PreparedPatientChange | null> {
  const known = identity.get();
  if (known === null || !choicesOf(known).some((choice) => choice.patientId === patientId)) return null;
  const askedFor = person;
  return {
    patientId,
    capabilities: await capabilitiesOf(known.profile.userId, otherThanSelf(known.profile, patientId)),
    person: askedFor,
  };
}

/** Opens another record. Does nothing when somebody else has signed in meanwhile. */
export function changePatient({ patientId, capabilities, person: askedFor }: PreparedPatientChange): void {
  const known = identity.get();
  if (known === null || askedFor !== person || known.patientId === patientId) return;
  patientChange.emit();
  const next = { ...known, patientId, capabilities };
  rememberIds(next);
  identity.set(next);
}

/** True when a capability is on, for the patient whose record is open unless capabilities are given. */
export const hasCapability = (
  capability: Capability,
  from: Capabilities | undefined = identity.get()?.capabilities,
): boolean => from !== undefined && includesCapability(from, capability);

export const useCapability = (capability: Capability): boolean =>
  hasCapability(capability, useIdentity()?.capabilities);
