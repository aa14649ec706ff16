import type { Facility, auditEventTypes } from '@portal/api';
import type { CatalogName, MessageKey } from '../words/index.ts';

/** The counts that a tab can carry (specification 1, section 2). */
export type BadgeName = 'newQuestionnaires' | 'unreadEducation';
/** Icons of the tabs; the navigation maps them, so that a page declaration costs the login page no picture. */
export type TabIcon = 'home' | 'appointments' | 'followUpPlan' | 'questionnaires' | 'education';

/** A page's place in the navigation. */
export interface Tab {
  /** Order number of the specification: dashboard 0 to secure messages 8. */
  readonly order: number;
  /** At most 10 letters in every language, for the bottom bar. */
  readonly shortLabel: MessageKey;
  readonly icon: TabIcon;
  readonly badge: BadgeName | null;
  /** The module that the tab needs, where its page itself is for everyone: without it the page leads on. */
  readonly capability?: string;
}

/** All that the portal knows of a page; guards, navigation, titles and the audit call derive from it. */
export interface Page {
  readonly path: `/${string}`;
  /** Other spellings of the same address. */
  readonly aliases?: readonly `/${string}`[];
  readonly title: MessageKey;
  readonly who: 'everyone' | 'signedIn';
  /** Catalogues that must be there before the page shows. */
  readonly words: readonly CatalogName[];
  /** Module of the capability tree that the person must have, or `Module.Field`; null: everyone who is signed in. */
  readonly capability: string | null;
  /** `gate`: the sign-in layout. `home`: with navigation. `work`: full screen, one thing to do. */
  readonly layout: 'gate' | 'home' | 'work';
  readonly tab: Tab | null;
  /** Where it stands outside the tabs: under Resources, as Contact us, as Help or in the user's menu; left out, nowhere. */
  readonly menu?: 'resources' | 'contact' | 'help' | 'you';
  /** The page is there only if the facility has switched this resource on. */
  readonly resource?: keyof Facility['resources'];
  /** Sent each time the page opens. */
  readonly auditEvent: (typeof auditEventTypes)[number] | null;
}

/** Declares one page. A route can only be made from such a declaration. */
export const declarePage = <const P extends Page>(page: P): P => page;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page;
  }
}
