import type {
  AuditEventType,
  CallName,
  CallShape,
  Capability,
  Facility,
  PatientId,
  SectionRight,
  UserProfile,
} from '@portal/api';
import type { GenericSchema } from 'valibot';
import type { LoadModule } from '../browser/lazyPage.tsx';
import type { Search } from '../browser/search.ts';
import type { Keeps } from '../data/keptRecords/keeps.ts';
import type { Keeping } from '../data/keptRecords/state.ts';
import type { CallQuery } from '../data/query/query.ts';
import type { NamedNews } from '../records/namedNews.ts';
import type { ToDoRun, ToDoText } from '../records/toDo/ToDoRow.tsx';
import type { UnsentDraft } from '../data/drafts/types.ts';
import type { UnsentMessage } from '../data/messages/types.ts';
import type { IconGlyph } from '../ui/icons.ts';
import type { BarMessage, CatalogName, MessageKey, Words } from '../words/index.ts';

/** A call that counts what is new for a patient. */
export type CountCall = CallShape & {
  readonly params: { readonly patientId: typeof PatientId };
  readonly query: Record<never, never>;
  readonly headers: Record<never, never>;
  readonly body: null;
  readonly answer: GenericSchema<unknown, number>;
};

/** A count on a tab (specification 1, section 2), and its text under "New for you" on the dashboard. */
interface DeclaredBadge {
  readonly call: CountCall;
  /** The text for screen readers, with `{count}`; left out: the usual one. */
  readonly words?: MessageKey;
  /** null: the count is of what is to be done (see `ToDo`), not of what is new. */
  readonly news: DeclaredNews | null;
}

/** A call that lists something of a patient. */
type PatientCall = Omit<CountCall, 'answer' | 'query'> & Pick<CallShape, 'answer' | 'query'>;

/** The text on Home for something new. */
interface DeclaredNews {
  /** The text for `{count}` new ones. */
  readonly title: MessageKey;
  /** Where Home names each new one: the list, loaded only while the count is above 0, and the rule that finds the new ones. */
  readonly named?: { readonly list: PatientCall; readonly load: () => Promise<NewsRules> };
}

/** One new thing on a module's page; `search` is the query that opens it there. */
export type NewsItem = NamedNews & { readonly search: Search };

export interface NewsRules {
  readonly newItems: (
    answer: unknown,
    facts: Omit<ToDoFacts, keyof Unsent>,
    patientId: PatientId,
  ) => readonly NewsItem[];
}

/** What is only on this device. */
export interface Unsent {
  /** Answers that were not sent. */
  readonly unsent: readonly UnsentDraft[];
  /** Messages that are drafts or wait to be sent. */
  readonly unsentMessages: readonly UnsentMessage[];
}

/** What a rule needs to decide whether something is to be done, and to write its text. */
export interface ToDoFacts extends Pick<Words, 't' | 'locale'>, Unsent {
  readonly now: number;
  /** The facility's time zone. */
  readonly timeZone: string;
}

/** The result of a press: it opens a page or runs an action. */
export type ToDoAction =
  | {
      readonly kind: 'page';
      readonly label: string;
      readonly path: PagePath;
      readonly search: Search;
      /** The id of the part of the page that it opens. */
      readonly part?: string;
      readonly needsConnection: boolean;
    }
  | ToDoRun;

export interface ToDoItem extends ToDoText {
  /** Null: nothing can be done about it here. */
  readonly action: ToDoAction | null;
}

export interface ToDoRules {
  /** `answer` is the list's answer; undefined when the server has no list. */
  readonly items: (answer: unknown, facts: ToDoFacts) => readonly ToDoItem[];
  /** How many of `items` are missing from the count, because only this device has them; asked while something waits here. */
  readonly uncounted?: (answer: unknown, unsent: Unsent) => number;
}

/** What a module puts under "To do" on Home. It stays there until it is done. */
export interface ToDo {
  readonly capability: Capability;
  /** The right that a representative needs for these things; without it they are left out. */
  readonly right?: SectionRight;
  /**
   * `count` equals the number of `items`, without `uncounted`: the number in the navigation and on the app's icon. Null: the server counts
   * nothing.
   */
  readonly atServer: { readonly count: CountCall; readonly list: PatientCall } | null;
  readonly load: () => Promise<ToDoRules>;
  /** True for what is to be done before a visit: the visit's page shows what is due by its day. */
  readonly preparesVisit?: true;
}

/** What a rule needs to decide whether a step of setting up is done, and to write its text. */
export interface SetUpFacts extends Pick<Words, 't' | 'locale'> {
  readonly profile: UserProfile;
  readonly has: (capability: Capability) => boolean;
  readonly keeping: Keeping;
  /** True when the portal can be installed here, is not installed, and was not offered on this device yet. */
  readonly canInstall: boolean;
  /** The message in the message bar, so that a step does not ask for the same thing. */
  readonly standing: BarMessage['code'] | null;
}

/** A step that is not done yet. */
interface SetUpItem {
  readonly title: string;
  readonly line: string;
  readonly action: ToDoAction;
  /** The key under which this device stores a no; left out: the account stores it. */
  readonly declineHere?: () => void;
}

export interface SetUpRules {
  /** The queries that show whether the step is done. */
  readonly queries?: (patientId: PatientId) => readonly CallQuery<CallShape>[];
  /** Null: the step is done, or does not apply to this person or device. `answers` are the answers of `queries`; null for a 404. */
  readonly item: (answers: readonly unknown[], facts: SetUpFacts) => SetUpItem | null;
}

/** A step under "Get set up" on Home, until it is done or declined. It is not a thing to do, and not counted. */
export interface SetUpStep {
  /** The name under which the account stores that it was declined. */
  readonly name: string;
  /** Its position among the steps of all modules. */
  readonly order: number;
  readonly capability: Capability | null;
  readonly load: () => Promise<SetUpRules>;
}

/** The preference with the names of the steps that the account has declined. */
export const declinedSteps = 'PatientPortal_Home_SetUpDeclined';

/** A page's entry in the navigation. */
interface DeclaredTab {
  /** Order number of the specification: dashboard 0 to secure messages 8. */
  readonly order: number;
  /** At most 10 letters in every language, for the bottom bar. */
  readonly shortLabel: MessageKey;
  readonly icon: IconGlyph;
  readonly badge: DeclaredBadge | null;
  /** Its count includes everything that is to be done, in all modules. */
  readonly countsToDo?: true;
  /** The capability that shows the tab, when the page itself is open to everyone. Without it the page navigates to another one. */
  readonly capability?: Capability;
}

/** A secret that must not stay in an address: a parameter of its query, or of its fragment. */
interface AddressSecret {
  readonly from: 'search' | 'hash';
  readonly name: string;
}

/**
 * A call that a page makes as it opens, for the patient and account of the session. Parameters that are not given here are of the session
 * or the facility, or a number of the address's query with the same name; `{language}` in a query is the page's.
 */
export interface FirstCall {
  readonly call: CallName;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** A preference of the account as a first call. */
export const firstPreference = (names: string): FirstCall => ({ call: 'getPreferences', query: { names } });

/** Everything that the portal knows of a page; routes, guards, navigation, titles, preloading and the audit call derive from it. */
export interface DeclaredPage {
  readonly path: `/${string}`;
  /** Other spellings of the same address. */
  readonly aliases?: readonly `/${string}`[];
  readonly title: MessageKey;
  readonly who: 'everyone' | 'signedIn';
  /** Catalogues that the page needs besides its module's and the layout's; null: only those of the first download. */
  readonly words: readonly CatalogName[] | null;
  /** Module of the capability tree that the person must have, or `Module.Field`; null: everyone who is signed in. */
  readonly capability: Capability | null;
  /** What a representative must be allowed to do besides reading the section. */
  readonly right?: SectionRight;
  /** `gate`: the sign-in layout. `home`: with navigation. `work`: full screen, one thing to do. */
  readonly layout: 'gate' | 'home' | 'work';
  /** Left out: it has no tab. */
  readonly tab?: DeclaredTab;
  /** Where it is listed outside the tabs: under Resources, as Contact us, as Help or in the user's menu; left out: nowhere. */
  readonly menu?: 'resources' | 'contact' | 'help' | 'you';
  /** The page exists only if the facility has switched this resource on. */
  readonly resource?: keyof Facility['resources'];
  /** The event that is sent each time the page opens; left out: none. */
  readonly auditEvent?: AuditEventType;
  /** True for pages that a person may see who came by an emailed link. */
  readonly isForLinkUsers?: true;
  /** True where the page itself says whose record it is and offers to change it. */
  readonly namesPatient?: true;
  /** Called when a link from another page is pressed; false: the page stays closed, and the message bar says why. */
  readonly mayOpen?: () => Promise<boolean>;
  readonly addressSecret?: AddressSecret;
  /** Takes out of the query what the page stores in memory; resolves with the remaining query, or null where it may stay. */
  readonly takeFromAddress?: (search: Search) => Promise<Record<string, string> | null>;
  /** A deep link's first script makes these before the app has loaded (`src/startPrefetch.ts`); the page then takes the answers. */
  readonly firstCalls?: readonly FirstCall[];
  /** The page to which it leads most people: a deep link brings that page's files and first calls. */
  readonly leadsTo?: `/${string}`;
  readonly load: LoadModule;
}

export const declarePage = <const Path extends `/${string}`>(
  page: DeclaredPage & { readonly path: Path },
): DeclaredPage & { readonly path: Path } => page;

/** A module of the portal; `src/modules.ts` has a line for each. */
export interface PortalModule {
  /** The name of its folder, and of its catalogue of texts. */
  readonly name: CatalogName;
  readonly pages: readonly DeclaredPage[];
  readonly toDo?: ToDo;
  readonly setUp?: readonly SetUpStep[];
  /** What this device stores of it ahead of time, if the person wants an offline copy. */
  readonly keeps?: Keeps;
}

/** Declares a module; the paths of its pages become links that compile. */
export const declareModule = <const Module extends PortalModule>(module: Module): Module => module;

/** The catalogues that must be loaded before a page shows. */
export const wordsOf = (
  { name }: Pick<PortalModule, 'name'>,
  { words, who, layout }: DeclaredPage,
): readonly CatalogName[] =>
  words === null ? [] : [...(who === 'signedIn' && layout !== 'gate' ? (['layout'] as const) : []), ...words, name];

/** Filled in by `src/modules.ts`, so that the layout knows the pages without importing a module. */
export interface Register {}

type ModuleOf<Listed> = Listed[keyof Listed];
export type PagePath = Register extends { modules: infer Listed }
  ? ModuleOf<Listed> extends { readonly pages: readonly (infer P)[] }
    ? P extends { readonly path: infer Path extends string }
      ? Path
      : never
    : never
  : never;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: DeclaredPage;
  }
}
