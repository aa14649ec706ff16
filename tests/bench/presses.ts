/** Something that a person presses on the pages of daily care. */
export interface Press {
  readonly name: string;
  /** What has changed on the page when the result of the press is shown. */
  readonly shows: string;
  /** The page where it is pressed, and what must be there before. */
  readonly from: string;
  readonly first: string;
  /** What is pressed; for a select and a search, what receives the key. Of several, the first visible one. */
  readonly target: string;
  /** The key, if not the arrow down. */
  readonly key?: string;
  /** Pressed before it, one after the other, and not measured. */
  readonly before?: readonly string[];
  /** Where the result is found: the first children of this element, or its text if it has no children. */
  readonly rows: string;
  /** The target in milliseconds for the result, where there is one. */
  readonly within?: number;
  /** Found from the frame on that shows the control as pressed, where that frame may come before the result. */
  readonly answer?: string;
  /** The device, where only that one has the control. */
  readonly device?: 'phone' | 'desk';
}

/** A table on a desktop, an agenda on a phone. */
const appointments = {
  from: '/appointments',
  first: 'main :is(tbody tr, section li a)',
  rows: 'main :is(tbody, section ul)',
  shows: 'its rows',
} as const;
/** The rows are loaded already; opening the page would have to request them. */
const rowsThere = { ...appointments, within: 200 } as const;
const education = {
  from: '/education-articles',
  first: 'main section li button',
  rows: 'main section > div > div',
  shows: 'its articles',
} as const;
const contacts = { from: '/dashboard', first: '#dashboard-contacts li button' } as const;
const testResults = {
  from: '/test-results',
  first: 'main section[aria-labelledby^=results-] li a',
  rows: 'main section[aria-labelledby^=results-] ul',
  shows: 'its results',
} as const;
const notes = {
  from: '/medical-notes',
  first: 'main [role=listitem] a',
  rows: 'main [role=list] > div',
  shows: 'its notes',
} as const;
export const messages = {
  from: '/secure-messages',
  first: 'main li a[href*="threadId="]',
  rows: 'main ul:has(> li > a[href*="threadId="])',
  shows: 'its threads',
} as const;
const moreOfLog = 'main p[role=status] + button';
const filters = 'main button[aria-controls][aria-expanded=false]';
/** The button of a panel that is not in the document yet. */
const resultFilters = 'main button[aria-expanded=false]';
const allDates = 'main input[name=test-result-date][value=All]';
const past = 'main label input[value=Past]';
const archived = 'main input[type=checkbox]';

export const presses: readonly Press[] = [
  {
    ...appointments,
    name: 'opening appointments',
    from: '/questionnaires',
    first: 'main h1',
    target: 'a[href="/appointments"]',
    answer: 'a[href="/appointments"][data-going]',
  },
  {
    ...rowsThere,
    name: 'sorting by care provider',
    device: 'desk',
    target: 'th:nth-of-type(2) button',
    answer: 'th:nth-of-type(2)[aria-sort=descending]',
  },
  {
    ...rowsThere,
    name: 'sorting by date',
    device: 'desk',
    target: 'th:nth-of-type(1) button',
    answer: 'th:nth-of-type(1)[aria-sort=descending]',
  },
  { ...rowsThere, name: 'filtering to Past', before: [filters], target: past, answer: `${past}:checked` },
  {
    ...rowsThere,
    name: 'clearing the filters',
    before: [filters, past],
    target: 'main p[role=status] ~ button',
    answer: 'main label input[value=All]:checked',
  },
  {
    ...education,
    name: 'opening education',
    from: '/dashboard',
    first: 'main a[href="/education-articles"]',
    target: 'main a[href="/education-articles"]',
    answer: 'main a[href="/education-articles"][data-going]',
  },
  { ...education, name: 'showing archived articles', target: archived, answer: `${archived}:checked` },
  {
    ...education,
    name: 'hiding archived articles again',
    before: [archived],
    target: archived,
    answer: `${archived}:not(:checked)`,
  },
  {
    ...education,
    name: 'choosing where articles open',
    target: 'main select',
    rows: 'main p[hidden]',
    shows: 'its effect',
    device: 'desk',
  },
  {
    ...contacts,
    name: 'opening contacts',
    from: '/questionnaires',
    first: 'main h1',
    target: 'a[href="/dashboard"]',
    answer: 'a[href="/dashboard"][data-going]',
    rows: '#dashboard-contacts li',
    shows: 'its contacts',
  },
  {
    ...contacts,
    name: 'all contacts',
    target: '#dashboard-contacts button[aria-expanded]',
    answer: '#dashboard-contacts button[aria-expanded=true]',
    rows: '#dashboard-contacts li:nth-child(4)',
    shows: 'the fourth',
  },
  {
    ...testResults,
    name: 'opening test results',
    device: 'desk',
    from: '/questionnaires',
    first: 'a[href="/test-results"]',
    target: 'a[href="/test-results"]',
    answer: 'a[href="/test-results"][data-going]',
  },
  {
    ...testResults,
    name: 'filtering test results to All',
    before: [resultFilters],
    target: allDates,
    answer: `${allDates}:checked`,
    // The newest row stays first, so the count beside the button is read; it changes with the rows.
    rows: 'main button[aria-expanded] + p',
    within: 200,
  },
  {
    ...testResults,
    name: 'opening one test result',
    target: testResults.first,
    answer: 'main li a:is([data-going], [aria-current=true])',
    rows: 'main table tbody',
    shows: 'its values',
  },
  {
    ...notes,
    name: 'opening notes',
    device: 'desk',
    from: '/questionnaires',
    first: 'a[href="/medical-notes"]',
    target: 'a[href="/medical-notes"]',
    answer: 'a[href="/medical-notes"][data-going]',
  },
  {
    ...notes,
    name: 'filtering notes by type',
    device: 'desk',
    before: [filters],
    target: 'main select',
    rows: 'main section[aria-labelledby] p[role=status]',
  },
  {
    name: 'opening the treatment summary',
    device: 'desk',
    from: '/questionnaires',
    first: 'a[href="/treatment-summary"]',
    target: 'a[href="/treatment-summary"]',
    answer: 'a[href="/treatment-summary"][data-going]',
    rows: 'main section[aria-labelledby] dl',
    shows: 'its items',
  },
  {
    ...messages,
    name: 'opening messages',
    device: 'desk',
    from: '/questionnaires',
    first: 'a[href="/secure-messages"]',
    target: 'a[href="/secure-messages"]',
    answer: 'a[href="/secure-messages"][data-going]',
  },
  {
    ...messages,
    name: 'opening a thread',
    target: messages.first,
    answer: 'main li a:is([data-going], [aria-current=true])',
    rows: 'main article ul',
    shows: 'its messages',
  },
  {
    ...messages,
    name: 'showing archived messages',
    target: 'main section[data-view] input[type=radio]:not(:checked)',
    answer: 'main section[data-view] label:nth-of-type(2) input:checked',
    within: 200,
  },
  {
    ...messages,
    name: 'searching in all messages',
    target: 'main input[type=search]',
    key: 'v',
    answer: 'main input[type=search]:not(:placeholder-shown)',
    // A search waits for a pause in typing first.
    rows: 'main section[data-view] p[role=status]',
    shows: 'what was found',
  },
  {
    name: 'opening personal data',
    from: '/account-settings',
    first: 'main a[href="/personal-data"]',
    target: 'main a[href="/personal-data"]',
    answer: 'main a[href="/personal-data"][data-going]',
    rows: 'main ol',
    shows: 'its log',
  },
  {
    name: 'showing more of the activity log',
    from: '/personal-data',
    first: moreOfLog,
    target: moreOfLog,
    answer: `${moreOfLog}[aria-busy=true]`,
    rows: 'main p[role=status]:has(+ button)',
    shows: 'its next page',
  },
];
