import * as v from 'valibot';
import { Instant } from './values.ts';

/** The requests that pages have a place for. A facility may offer others, under names of its own. */
export const placedRequests = ['visitMove', 'visitCancel', 'refill', 'correction', 'restriction'] as const;
export type PlacedRequest = (typeof placedRequests)[number];

export const RequestKind = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/));

/** What a message asks the facility to do. `about`: what it is about, as the page names it that it was asked from (`visit-12`). */
export const MessageRequest = v.object({
  kind: RequestKind,
  about: v.nullable(v.pipe(v.string(), v.regex(/^[\w.:-]{1,100}$/))),
});
export type MessageRequest = v.InferOutput<typeof MessageRequest>;

/** A kind of request that the facility takes, and the working days within which it promises an answer. */
export const RequestOffer = v.object({
  kind: RequestKind,
  withinDays: v.number(),
  /** For the facility's own kinds, in the reader's language. */
  title: v.nullable(v.string()),
  hint: v.nullable(v.string()),
  /** It is asked for by filling in a questionnaire (`beginRequestForm`). */
  hasForm: v.optional(v.boolean()),
});
export type RequestOffer = v.InferOutput<typeof RequestOffer>;

export const RequestOutcome = v.picklist(['done', 'declined']);
export type RequestOutcome = v.InferOutput<typeof RequestOutcome>;

/** How far a request has come. A time is null until that is known to have happened. */
export const RequestProgress = v.object({
  ...MessageRequest.entries,
  /** Who asked on the patient's behalf. */
  askedBy: v.nullable(v.string()),
  sentAt: Instant,
  /** It was handed over to the system or the mailbox of the provider. */
  receivedAt: v.nullable(Instant),
  openedAt: v.nullable(Instant),
  answeredAt: v.nullable(Instant),
  promisedBy: Instant,
  /** When the facility was told that the promised time had passed. */
  officeToldAt: v.nullable(Instant),
  /** What the facility says became of it; `reason` is the beginning of the answer that said so. */
  outcome: v.nullable(v.object({ kind: RequestOutcome, at: Instant, reason: v.nullable(v.string()) })),
});
export type RequestProgress = v.InferOutput<typeof RequestProgress>;
