import { setImmediate } from 'node:timers/promises';
import { type JsonObject, isObject, objectOf, textOf } from '../questionnaires/fhir/json.ts';
import { fitsJsonBounds } from '../http/jsonBounds.ts';
import { parseKeepingDecimals } from '../record/fhir/decimals.ts';
import { idOf, isResource, mapResource } from '../record/map/resource.ts';
import type { EntryAnswer, Issue } from './outcome.ts';

export const postedTypes = ['transaction', 'batch', 'collection'] as const;
export type PostedType = (typeof postedTypes)[number];

/** A Bundle whose form is right. In a transaction every entry is. */
export interface PostedBundle {
  readonly type: PostedType;
  /** `Bundle.identifier` as one text; null where it has none. */
  readonly identifier: string | null;
  /** The address of the server whose ids it has; null where it names none. */
  readonly baseUrl: string | null;
  readonly hasDeletions: boolean;
  readonly answers: readonly EntryAnswer[];
  /** The Bundle without the entries that are refused. */
  readonly taken: JsonObject;
}

const refused = (code: Issue['code'], text: string, place: string): EntryAnswer => ({
  kind: 'refused',
  issue: { code, text, place },
});

const addressOf = (fullUrl: string | null): string | null =>
  /^(https?:\/\/.*?\/)[A-Z]\w+\/[^/?#]+$/.exec(fullUrl ?? '')?.[1] ?? null;
const isUuid = (fullUrl: string | null): boolean => /^urn:(?:uuid|oid):[A-Za-z0-9.-]+$/i.test(fullUrl ?? '');

const conditions = ['ifNoneExist', 'ifMatch', 'ifNoneMatch', 'ifModifiedSince'] as const;

/** What can be said of an entry without knowing anything else of its source. */
function answerTo(entry: unknown, place: string, baseUrl: string | null): EntryAnswer {
  if (!isObject(entry)) return refused('structure', 'it is no entry', place);
  const request = objectOf(entry, 'request');
  const method = request === null ? 'PUT' : textOf(request, 'method');
  const fullUrl = textOf(entry, 'fullUrl');
  const base = addressOf(fullUrl);
  if (base !== null && baseUrl !== null && base !== baseUrl)
    return refused('invalid', 'it is of another server than the source', `${place}.fullUrl`);
  if (method === 'DELETE') {
    const isOne = /^(?:.*\/)?[A-Z]\w+\/[^/?]+$/.test(textOf(request ?? {}, 'url') ?? '');
    if (isOne && entry['resource'] === undefined) return { kind: 'taken' };
    return refused(
      'not-supported',
      isOne ? 'a deletion has no resource' : 'a deletion names one resource by its id',
      `${place}.request.url`,
    );
  }
  if (method !== 'PUT' && method !== 'POST')
    return refused('not-supported', 'only PUT, POST and DELETE are taken', `${place}.request.method`);
  const condition = conditions.find((one) => request?.[one] !== undefined);
  if (condition !== undefined)
    return refused('not-supported', 'conditions are not taken', `${place}.request.${condition}`);
  const { resource } = entry;
  if (!isResource(resource)) return refused('structure', 'it has no resource', `${place}.resource`);
  if (resource['resourceType'] === 'Bundle')
    return refused('not-supported', 'a Bundle in a Bundle is not taken', `${place}.resource`);
  const id = idOf(resource);
  if (id === null && !isUuid(fullUrl))
    return refused('invalid', 'it has neither an id nor a fullUrl of urn:uuid', `${place}.resource.id`);
  const url = textOf(request ?? {}, 'url');
  const named = `${String(resource['resourceType'])}/${id ?? ''}`;
  if (method === 'PUT' && url !== null && url !== named && !url.endsWith(`/${named}`))
    return refused('invalid', 'it is not what the resource is', `${place}.request.url`);
  const mapped = mapResource(id === null ? { ...resource, id: 'new' } : resource, {
    // What references lead to is looked up when it is worked on.
    keyOf: (reference) => (isUuid(reference) ? 'Patient/new' : reference),
    entry: () => null,
  });
  if (mapped.kind !== 'leftOut') return { kind: 'taken' };
  if (mapped.invalid !== undefined)
    return refused('invalid', mapped.reason, `${place}.resource.${mapped.invalid.replace(/\.(\d+)/g, '[$1]')}`);
  return { kind: 'noPlace', text: mapped.reason };
}

/** Entries that are read before other requests get their turn. */
const atOnce = 100;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a Bundle that was posted. Gives what is wrong where nothing of it can be taken. */
export async function readBundle(bytes: Buffer, sourceBase: string | null): Promise<PostedBundle | readonly Issue[]> {
  if (!fitsJsonBounds(bytes))
    return [{ code: 'too-costly', text: 'it has too many parts or levels: send several Bundles' }];
  let json: unknown;
  try {
    json = parseKeepingDecimals(strictUtf8.decode(bytes));
  } catch {
    return [{ code: 'structure', text: 'it is no JSON in UTF-8' }];
  }
  if (!isResource(json) || json['resourceType'] !== 'Bundle')
    return [{ code: 'structure', text: 'it is no Bundle', place: 'Bundle' }];
  const type = postedTypes.find((one) => one === json['type']);
  if (type === undefined)
    return [{ code: 'not-supported', text: `its type is none of ${postedTypes.join(', ')}`, place: 'Bundle.type' }];
  const entries = json['entry'] ?? [];
  if (!Array.isArray(entries)) return [{ code: 'structure', text: 'it is no list', place: 'Bundle.entry' }];
  const baseUrl =
    sourceBase ??
    entries
      .map((entry) => (isObject(entry) ? addressOf(textOf(entry, 'fullUrl')) : null))
      .find((one) => one !== null) ??
    null;
  const answers: EntryAnswer[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at % atOnce === atOnce - 1) await setImmediate();
    answers.push(answerTo(entry, `Bundle.entry[${String(at)}]`, baseUrl));
  }
  const issues = answers.flatMap((answer) => (answer.kind === 'refused' ? [answer.issue] : []));
  if (issues.length > 0 && (type === 'transaction' || issues.length === answers.length)) return issues;
  const identifier = objectOf(json, 'identifier');
  const value = identifier === null ? null : textOf(identifier, 'value');
  return {
    type,
    identifier: identifier === null || value === null ? null : JSON.stringify([identifier['system'] ?? null, value]),
    baseUrl,
    hasDeletions: entries.some((entry) => isObject(entry) && objectOf(entry, 'request')?.['method'] === 'DELETE'),
    answers,
    taken: { ...json, entry: entries.filter((_, at) => answers[at]?.kind !== 'refused') },
  };
}
