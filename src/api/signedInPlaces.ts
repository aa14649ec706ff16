import * as v from 'valibot';
import { Device } from './device.ts';
import { declareCall } from './call.ts';
import { SessionId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { Instant } from './values.ts';

/** One browser in which the account is signed in, in any number of tabs. */
export const SignedInPlace = v.object({
  /** The id of its first session that is still valid. */
  sessionId: SessionId,
  device: Device,
  startedAt: Instant,
  /** The last activity of somebody at the page. */
  lastUsedAt: Instant,
  /** True for the browser that asks. */
  isThis: v.boolean(),
  /** True when an emailed link opened it, for questionnaires only. */
  isLink: v.boolean(),
  /** The identity system that opened it (`SignInProvider`). */
  provider: v.optional(v.nullable(v.string()), null),
  /** The name of the passkey that opened it. */
  passkey: v.optional(v.nullable(v.string()), null),
  /** True when a password opened it, here or in another tab. */
  isByPassword: v.optional(v.boolean(), false),
});
export type SignedInPlace = v.InferOutput<typeof SignedInPlace>;

/** Where the account is signed in, this browser first (beyond the specification). */
export const listSignedInPlaces = declareCall({
  ...reading,
  name: 'listSignedInPlaces',
  isOurs: true,
  path: '/api/users/{userId}/sessions',
  params: { userId: UserId },
  access: ['patient', 'representative'],
  answer: v.array(SignedInPlace),
  audited: false,
});

/** Signs the account out in one other browser, at once. 404 for this browser's own session, which `logOff` ends. */
export const endSignedInPlace = declareCall({
  ...changing,
  name: 'endSignedInPlace',
  isOurs: true,
  method: 'DELETE',
  path: '/api/users/{userId}/sessions/{sessionId}',
  params: { userId: UserId, sessionId: SessionId },
  access: ['patient', 'representative'],
  needsProof: true,
  invalidates: ['listSignedInPlaces', 'listDevices'],
});

/** Signs the account out everywhere except in this browser; all others are asked for the second step again. The owner is told by mail. */
export const endOtherPlaces = declareCall({
  ...changing,
  name: 'endOtherPlaces',
  isOurs: true,
  method: 'DELETE',
  path: '/api/users/{userId}/sessions',
  params: { userId: UserId },
  access: ['patient', 'representative'],
  needsProof: true,
  invalidates: ['listSignedInPlaces', 'listDevices', 'getSecondFactor'],
});
