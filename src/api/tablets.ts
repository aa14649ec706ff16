import * as v from 'valibot';
import { declareCall } from './call.ts';
import { IdempotencyKey } from './ids.ts';
import { changing, reading } from './presets.ts';
import { SpokenCode } from './spokenCodes.ts';
import { Instant } from './values.ts';

/** The build of the kiosk that a tablet runs, from the name of its first script. */
const AppBuild = v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/));

/**
 * `setUp`: one of the facility's own. `open`: not set up, and it need not be. `notSetUp`: the kiosk does not open on it, because the
 * facility wants only its own tablets, or because this one was revoked.
 */
export const tabletStandings = ['setUp', 'open', 'notSetUp'] as const;
const TabletStanding = v.picklist(tabletStandings);
export type TabletStanding = v.InferOutput<typeof TabletStanding>;

/** A tablet reports that it is in use and which build it runs; once per document. */
export const reportTablet = declareCall({
  ...changing,
  name: 'reportTablet',
  isOurs: true,
  method: 'POST',
  path: '/api/kiosk/tablet/contact',
  access: 'everyone',
  body: v.object({ appBuild: v.nullable(AppBuild) }),
  answer: v.object({ standing: TabletStanding }),
});

/**
 * Makes this browser one of the facility's tablets, with a code that works once, for a quarter of an hour. The same code with the same key is
 * answered again for ten minutes, because the answer may have been lost.
 */
export const setUpTablet = declareCall({
  ...changing,
  name: 'setUpTablet',
  isOurs: true,
  method: 'POST',
  path: '/api/kiosk/tablet',
  access: 'everyone',
  headers: { 'idempotency-key': v.optional(IdempotencyKey) },
  body: v.object({ code: SpokenCode, appBuild: v.nullable(AppBuild) }),
  answer: v.object({ name: v.string() }),
  /** The same for a wrong, used, expired or another facility's code. */
  errors: ['tablet_code_wrong'],
});

/** What the server knows about the tablet on which staff are signed in. */
export const getTablet = declareCall({
  ...reading,
  name: 'getTablet',
  isOurs: true,
  path: '/api/kiosk/tablet',
  access: ['kioskManager'],
  answer: v.object({
    /** Null: it is not set up. */
    name: v.nullable(v.string()),
    setUpAt: v.nullable(Instant),
    /** When answers from this tablet were last saved or sent; on a tablet that is not set up, since this sign-in. */
    answersSavedAt: v.nullable(Instant),
    /** The server's version of the contract. */
    contractVersion: v.number(),
  }),
  audited: false,
});
