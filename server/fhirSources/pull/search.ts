import * as v from 'valibot';
import type { Search } from './progress.ts';
import { PullFails, isSameOrigin, refuse, textOf } from './request.ts';
import { type SignedIn, parsedAs } from './signIn.ts';
import { readTypes } from './types.ts';

const largestPage = 32_000_000;
const largestStatement = 16_000_000;

const Operation = v.object({ name: v.optional(v.string()) });
const CapabilityStatement = v.object({
  instantiates: v.optional(v.array(v.string()), []),
  rest: v.array(
    v.object({
      operation: v.optional(v.array(Operation), []),
      resource: v.optional(v.array(v.object({ type: v.string(), operation: v.optional(v.array(Operation), []) })), []),
    }),
  ),
});

/** What a server says that it can do. */
export interface Capabilities {
  readonly canExport: boolean;
  /** The types that are read and that it has. */
  readonly types: readonly string[];
}
export async function capabilitiesOf(signedIn: SignedIn, baseUrl: string): Promise<Capabilities> {
  const answer = await signedIn.get(`${baseUrl}metadata`);
  if (answer.status !== 200) return refuse(answer, 'metadata');
  const { rest, instantiates } = parsedAs(CapabilityStatement, await textOf(answer, largestStatement), 'metadata');
  const resources = rest.flatMap(({ resource }) => resource);
  const operations = [...rest, ...resources].flatMap(({ operation }) => operation);
  const has = new Set(resources.map(({ type }) => type));
  return {
    canExport:
      operations.some(({ name }) => /^\$?(?:patient-|group-)?export$/.test(name ?? '')) ||
      instantiates.some((one) => one.includes('/bulkdata/')),
    types: readTypes.filter((type) => has.has(type)),
  };
}

const Page = v.object({
  resourceType: v.literal('Bundle'),
  type: v.literal('searchset'),
  link: v.optional(v.array(v.object({ relation: v.string(), url: v.string() })), []),
  entry: v.optional(v.array(v.unknown()), []),
});

/** After so many pages a search fails: no hospital changes so much between two pulls, so the server sends pages without end. */
const mostPages = 100_000;

export interface ReadPage {
  readonly text: string;
  readonly isEmpty: boolean;
  readonly after: Search;
}

/** The next page of a search (`_lastUpdated`), with the progress after it. */
export async function readPage(signedIn: SignedIn, baseUrl: string, search: Search): Promise<ReadPage> {
  const [type = '', ...others] = search.types;
  const first = new URL(type, baseUrl);
  first.searchParams.set('_count', '200');
  first.searchParams.set('_sort', '_lastUpdated');
  if (search.since !== null) first.searchParams.set('_lastUpdated', `ge${search.since}`);
  const answer = await signedIn.get(search.next ?? first.href);
  if (answer.status === 404 || answer.status === 410) {
    answer.body.destroy();
    throw new PullFails(`the search for ${type} is no longer there`, { isOver: true });
  }
  if (answer.status !== 200) return refuse(answer, `the search for ${type}`);
  const date = Date.parse(answer.header('date') ?? '');
  const text = await textOf(answer, largestPage);
  const { link, entry } = parsedAs(Page, text, `a page of ${type}`);
  const written = link.find(({ relation }) => relation === 'next')?.url ?? null;
  const next = written !== null && URL.canParse(written, baseUrl) ? new URL(written, baseUrl).href : null;
  if (written !== null && (next === null || !isSameOrigin(next, baseUrl)))
    throw new PullFails(`a page of ${type} leads to another server`);
  const pages = search.pages + 1;
  if (next !== null && (next === search.mark || next === search.next || pages >= mostPages))
    throw new PullFails(`the pages of ${type} lead round in a circle`, { isOver: true });
  const begun = { ...search, asOf: search.asOf ?? new Date(Number.isNaN(date) ? Date.now() : date).toISOString() };
  const after: Search =
    next === null
      ? { ...begun, types: others, next: null, pages: 0, mark: null, markedAt: 0 }
      : pages >= search.markedAt * 2
        ? { ...begun, next, pages, mark: next, markedAt: Math.max(pages, 1) }
        : { ...begun, next, pages };
  return { text, isEmpty: entry.length === 0, after };
}
