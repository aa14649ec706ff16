import * as v from 'valibot';
import { declareCall } from './call.ts';
import { changing, reading } from './presets.ts';
import { Instant } from './values.ts';

/** What a one-time code is made of: no letter or digit that could be read as another one. */
export const tabletCodeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const tabletCodeLength = 8;

/** A one-time code however it was typed: in small letters, with a hyphen or spaces. */
export const TabletCode = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((typed) =>
    typed
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[\s\p{Pd}]/gu, ''),
  ),
  v.regex(new RegExp(`^[${tabletCodeLetters}]{${tabletCodeLength}}$`)),
);

/** A code as people read it out: two groups of four. */
export const shownTabletCode = (code: string): string =>
  `${code.slice(0, tabletCodeLength / 2)}-${code.slice(tabletCodeLength / 2)}`;

/** Which build of the kiosk a tablet runs: from the name of its first script. */
const AppBuild = v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/));

/**
 * `setUp`: one of the facility's own. `open`: not set up, and it need not be. `notSetUp`: the kiosk does not open on it, because the
 * facility wants its own tablets only, or because this one was revoked.
 */
export const tabletStandings = ['setUp', 'open', 'notSetUp'] as const;
const TabletStanding = v.picklist(tabletStandings);
export type TabletStanding = v.InferOutput<typeof TabletStanding>;

/** A tablet tells that it is there and which build it runs; once per document. */
export const reportTablet = declareCall({
  ...changing,
  name: 'reportTablet',
  isOurs: true,
  method: 'POST',
  path: '/api/kiosk/tablet/contact',
  access: 'everyone',
  body: v.object({ appBuild: v.nullable(AppBuild) }),
  bodyType: 'json',
  answer: v.object({ standing: TabletStanding }),
  answerType: 'json',
});

/** Makes this browser one of the facility's tablets, by a code that works once and for a quarter of an hour. */
export const setUpTablet = declareCall({
  ...changing,
  name: 'setUpTablet',
  isOurs: true,
  method: 'POST',
  path: '/api/kiosk/tablet',
  access: 'everyone',
  body: v.object({ code: TabletCode, appBuild: v.nullable(AppBuild) }),
  bodyType: 'json',
  answer: v.object({ name: v.string() }),
  answerType: 'json',
  /** Wrong, used, too old or another facility's: all alike. */
  errors: ['tablet_code_wrong'],
});

/** What the server knows of the tablet on which staff are signed in. */
export const getTablet = declareCall({
  ...reading,
  name: 'getTablet',
  isOurs: true,
  path: '/api/kiosk/tablet',
  access: ['kioskManager'],
  answer: v.object({
    /** Null: nobody has set it up. */
    name: v.nullable(v.string()),
    setUpAt: v.nullable(Instant),
    /** When answers from this tablet were last saved or sent; on one that nobody has set up, since this sign-in. */
    answersSavedAt: v.nullable(Instant),
    /** Of the contract, as the server has it. */
    contractVersion: v.number(),
  }),
  staleTime: 0,
  offline: 'never',
  audited: false,
});
