import {
  anySection,
  type CallShape,
  type Capabilities,
  type Capability,
  getCapabilities,
  getLoginProfile,
  getPatient,
  hasRight,
  includesCapability,
  listRepresentations,
  type LoginType,
  type PatientId,
  type Representation,
  sectionOf,
  type SectionRight,
  type UserProfile,
} from '@portal/api';
import { useState, useSyncExternalStore } from 'react';
import { smallStore } from '../browser/smallStore.ts';
import { showMessage } from '../words/index.ts';
import { createEvents } from '../words/smallStore.ts';
import { failureOf } from './errors.ts';
import { firstPatient } from './firstPatient.ts';
import { send, setCallGuard, tokens } from './http.ts';
import { remember, remembered } from './remembered.ts';
import type { AnyInput } from './wire.ts';

/** Who is signed in and what they may see (specification 1, section 4). */
export interface Identity {
  readonly profile: UserProfile;
  /** What they may see of the patient whose record is open. */
  readonly capabilities: Capabilities;
  /** The patient whose record is open; null for whoever has none, such as a kiosk's staff. */
  readonly patientId: PatientId | null;
  /** The others for whom they act. */
  readonly representations: readonly Represented[];
}

/** A patient for whom somebody acts; `rights` is null where a facility's own back end does not tell them. */
export type Represented = Omit<Representation, 'rights'> & { readonly rights: Representation['rights'] | null };

const identity = smallStore<Identity | null>(null);
const patientChange = createEvents();
const recordClosed = createEvents();
let loading: Promise<Identity> | null = null;
/** Grows when the person changes, so that an answer on its way for the last one is dropped. */
let person = 0;
/** When the capabilities of the moment were asked for, on the monotonic clock. */
let askedAt = -Infinity;
let refreshing: Promise<void> | null = null;

const noCapabilities: Capabilities = { modules: [] };
const withoutCapabilities: ReadonlySet<LoginType> = new Set(['patientKioskManagement', 'patientKioskUser']);

/** `represented`: the patient whom the user acts for; null for what is the user's own. */
const capabilitiesOf = (userId: UserProfile['userId'], represented: PatientId | null): Promise<Capabilities> =>
  send(getCapabilities, { params: { userId }, query: represented === null ? {} : { patientId: represented } });

/** The patients whom a user acts for; a facility's own server may not list them, and then their names are all there is. */
async function representationsOf(profile: UserProfile): Promise<readonly Represented[]> {
  const others = profile.ids.filter(({ idType }) => idType === 'PatientContact');
  // Before the terms are accepted the server names nobody.
  if (others.length === 0 || !profile.isEulaAccepted) return [];
  try {
    return await send(listRepresentations, { params: { userId: profile.userId } });
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'refused' || failure.status !== 404) throw error;
    const patients = await Promise.all(
      others.map(({ value: patientId }) => send(getPatient, { params: { patientId } })),
    );
    return patients.map(({ patientId, firstName, lastName }) => ({ patientId, firstName, lastName, rights: null }));
  }
}

/** A patient whom the user represents; null for the user's own record. */
const otherThanSelf = ({ ids }: Pick<UserProfile, 'ids'>, patientId: PatientId | null): PatientId | null =>
  ids.some(({ idType, value }) => idType === 'PatientContact' && value === patientId) ? patientId : null;

let typedName: string | null = null;
/** The name that was typed at the sign-in; null where none was, or no more. */
export const typedUserName = (): string | null => typedName;
export const noteTypedUserName = (name: string | null): void => {
  typedName = name;
};

/** Who is signed in. What a facility's own back end does not tell of them is known from the sign-in. */
async function loadWholeProfile(): Promise<UserProfile> {
  const told = await send(getLoginProfile);
  return {
    ...told,
    // After a reload nobody knows the name any more, and nothing needs it.
    userName: told.userName ?? typedName ?? '',
    loginType: told.loginType ?? tokens().current()?.loginType ?? 'userNamePassword',
  };
}

/** After a reload the ids are known before the profile is: then all is asked at once. `wanted`: whose record was open. */
async function fetchIdentity(wanted: PatientId | null): Promise<Identity> {
  const guess = remembered();
  const guessed = guess?.isOther === true ? guess.patientId : null;
  const early = guess && capabilitiesOf(guess.userId, guessed);
  early?.catch(() => undefined);
  const profile = await loadWholeProfile();
  const isSame = guess?.userId === profile.userId;
  const patientId = firstPatient(profile, wanted ?? (isSame ? guess.patientId : null));
  if (withoutCapabilities.has(profile.loginType))
    return { profile, capabilities: noCapabilities, patientId, representations: [] };
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
  const known = identity.get();
  if (known && !fresh) return known;
  const askedFor = person;
  askedAt = performance.now();
  loading ??= fetchIdentity(known?.patientId ?? null).finally(() => {
    loading = null;
  });
  const before = remembered();
  const answer = await loading;
  if (askedFor === person) {
    const open = known?.patientId ?? (before?.userId === answer.profile.userId ? before.patientId : null);
    // Another record is in its place: nobody is led from one to the other unknowing, and nothing of the last one is left.
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
 * Asks for the capabilities again when they are older than `age` in ms: a facility switches modules while people are signed in,
 * and that holds without a new sign-in. Where there is no answer, what was known stays. False when nothing was asked.
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
        const failure = failureOf(error);
        // Nobody acts for that patient any more: whoever is left is whom the profile names.
        if (
          askedFor === person &&
          identity.get() !== null &&
          otherThanSelf(profile, patientId) !== null &&
          failure?.kind === 'refused' &&
          failure.status === 404
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

/** The record that the user has just given up themself. */
let givenUp: PatientId | null = null;
const isGivenUp = (patientId: PatientId): boolean => givenUp === patientId;

/** Looks again for whom the user acts, who has given one of them up. Rejects with `CallError`. */
export async function leaveRecord(patientId: PatientId): Promise<Identity> {
  givenUp = patientId;
  try {
    return await loadIdentity(true);
  } finally {
    givenUp = null;
  }
}

/** Opens the record of somebody for whom the user acts from now on. Rejects with `CallError`. */
export async function openAccepted(patientId: PatientId): Promise<void> {
  await loadIdentity(true);
  const next = await preparePatientChange(patientId);
  if (next !== null) changePatient(next);
}

/** The profile alone. */
export const loadProfile = async (fresh = false): Promise<UserProfile> => (await loadIdentity(fresh)).profile;

/** Puts an identity that the vault kept in place, when there is no connection. */
export function adoptIdentity(kept: Identity): void {
  person += 1;
  identity.set(kept);
}

/** Forgets the person: at the end of every session. */
export function forgetIdentity(): void {
  person += 1;
  loading = null;
  remember(null);
  identity.set(null);
}

export const currentIdentity = identity.get;
export const currentProfile = (): UserProfile | null => identity.get()?.profile ?? null;

/** Calls back after each change; returns the way to stop. */
export const subscribeToIdentity = identity.subscribe;

export const useIdentity = (): Identity | null =>
  useSyncExternalStore(subscribeToIdentity, currentIdentity, currentIdentity);
export const useProfile = (): UserProfile | null =>
  useSyncExternalStore(subscribeToIdentity, currentProfile, currentProfile);

/** The patient whose record is open; null before the profile is known. */
export const actingFor = (): PatientId | null => identity.get()?.patientId ?? null;

export const useActingFor = (): PatientId | null => useSyncExternalStore(subscribeToIdentity, actingFor, actingFor);

/** Whose record was open when the page was: it stays the page's own while the step to another record is under way. */
export const usePatientOfPage = (): PatientId | null => {
  const [patientId] = useState(actingFor);
  return patientId;
};

/** Whom the user represents at the moment; null while it is their own record. */
export function represented(of: Identity | null): Pick<Representation, 'patientId' | 'firstName' | 'lastName'> | null {
  if (of === null || otherThanSelf(of.profile, of.patientId) === null) return null;
  return of.representations.find(({ patientId }) => patientId === of.patientId) ?? null;
}

/**
 * Whether the user may do this in the record that is open: always in their own. A facility's own back end may not tell the rights of whoever
 * acts for somebody; it refuses what they lack.
 */
export function mayDo(of: Identity | null, one: SectionRight): boolean {
  const patient = represented(of);
  const rights = of?.representations.find(({ patientId }) => patientId === patient?.patientId)?.rights ?? null;
  return patient === null || rights === null || hasRight(rights, one);
}

/** Whether a call says itself that whoever acts for a patient may lack it, whatever they may do elsewhere. */
const dependsOnRights = ({ section, ownOnly }: CallShape): boolean =>
  ownOnly === true || (section !== undefined && section !== anySection);

/**
 * Whether somebody may make a call, by what it declares: its roles, its section and its right. What they may not is never asked for, so that
 * the patient's log does not tell of the app's own requests as if a helper had tried them.
 */
export function mayCall(of: Identity, call: CallShape, { params, query }: Pick<AnyInput, 'params' | 'query'>): boolean {
  if (call.access === 'everyone') return true;
  if (of.profile.loginType === 'patientLinkUser' && !call.access.includes('linkUser')) return false;
  const patient = of.representations.find(({ patientId }) => patientId === params?.['patientId']);
  if (patient === undefined || patient.rights === null || otherThanSelf(of.profile, patient.patientId) === null)
    return true;
  if (call.ownOnly === true) return false;
  const section = sectionOf(call, (name) => query?.[name]?.toString());
  if (section === undefined || section === null) return section === undefined;
  return section === anySection
    ? patient.rights.length > 0
    : hasRight(patient.rights, { section, right: call.right ?? 'read' });
}

setCallGuard(async (call, input) => {
  const known = identity.get();
  if (known !== null) return mayCall(known, call, input);
  // After a reload the rights of who acts for another are on their way.
  const isOther = remembered()?.isOther === true && remembered()?.patientId === input.params?.['patientId'];
  return !isOther || !dependsOnRights(call) || mayCall(await loadIdentity(), call, input);
});

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
  const others = representations.map(({ patientId, firstName, lastName }) => ({
    patientId,
    firstName,
    lastName,
    isOwn: false,
  }));
  return own === undefined
    ? others
    : [{ patientId: own.value, firstName: profile.firstName, lastName: profile.lastName, isOwn: true }, ...others];
}

/** Calls back when another patient's record is to be opened, before it is: whatever is kept of the last one goes. Returns the way to stop. */
export const onPatientChange = patientChange.on;

/** Calls back when the record that was open is not the user's to see any more, and another is in its place. Returns the way to stop. */
export const onRecordClosed = recordClosed.on;

/** What opening another record needs to know beforehand, so that it opens whole. */
export interface PreparedPatientChange {
  readonly patientId: PatientId;
  readonly capabilities: Capabilities;
  readonly person: number;
}

/** Asks what the user may see of a patient. Rejects with `CallError`; null for one who is not theirs. */
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

/** Opens another record. Nothing happens when somebody else has signed in meanwhile. */
export function changePatient({ patientId, capabilities, person: askedFor }: PreparedPatientChange): void {
  const known = identity.get();
  if (known === null || askedFor !== person || known.patientId === patientId) return;
  patientChange.emit();
  const next = { ...known, patientId, capabilities };
  rememberIds(next);
  identity.set(next);
}

/** True when a capability is on, for the patient whose record is open unless told from which answer. */
export const hasCapability = (
  capability: Capability,
  from: Capabilities | undefined = identity.get()?.capabilities,
): boolean => from !== undefined && includesCapability(from, capability);

export const useCapability = (capability: Capability): boolean =>
  hasCapability(capability, useIdentity()?.capabilities);
