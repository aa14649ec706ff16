import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { type HealthListKey, healthListKeys, type LanguageCode } from '@portal/api';
import { base64url, compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import * as v from 'valibot';
import { locales } from '../../process/locales.ts';
import { isObject, type JsonObject, textOf } from '../../questionnaires/fhir/json.ts';
import { mapResource } from '../../record/map/resource.ts';
import { entryContext } from '../../record/brought.ts';
import type { Json } from '../../subject/fhirParts.ts';
import { narrative } from '../write/fhirWords.ts';
import { xhtml } from '../write/international.ts';
import { entryTable, styleOf, narratedEntries } from '../write/narrative.ts';
import { summaryWords } from '../write/words.ts';
import { cardNames } from './cardNames.ts';
import { askForKeys } from './otherClinic.ts';

/** Bytes of a card when it is unpacked: many times what fits into one code. */
const largest = 500_000;

const Card = v.object({
  iss: v.pipe(v.string(), v.url(), v.maxLength(200), v.regex(/^https?:\/\/[^/?#].*[^/]$/)),
  /** Seconds since 1970, from when on and until when it holds. */
  nbf: v.number(),
  exp: v.optional(v.number()),
  vc: v.object({
    credentialSubject: v.object({
      fhirBundle: v.object({ entry: v.pipe(v.array(v.object({ resource: v.unknown() })), v.maxLength(200)) }),
    }),
  }),
});
type Card = v.InferOutput<typeof Card>;
const Keys = v.object({
  keys: v.array(
    v.looseObject({ kty: v.literal('EC'), crv: v.literal('P-256'), kid: v.string(), x: v.string(), y: v.string() }),
  ),
});

/** What a health card is. `invalid`: its signature does not fit, or it does not hold now. */
export type CardAnswer =
  | { readonly kind: 'card'; readonly host: string; readonly document: string }
  | { readonly kind: 'unreadable' | 'invalid' | 'unreachable' };

function cardIn(jws: string): Card | null {
  try {
    const { alg, zip } = v.parse(v.object({ alg: v.string(), zip: v.string() }), decodeProtectedHeader(jws));
    if (alg !== 'ES256' || zip !== 'DEF') return null;
    const packed = base64url.decode(jws.split('.')[1] ?? '');
    const json: unknown = JSON.parse(inflateRawSync(packed, { maxOutputLength: largest }).toString('utf8'));
    return v.parse(Card, json);
  } catch {
    return null;
  }
}

/** Whether one of these keys signed it: the card names the key by its thumbprint. */
async function isSignedBy(jws: string, given: unknown): Promise<boolean> {
  const keys = v.safeParse(Keys, given);
  const { kid } = decodeProtectedHeader(jws);
  const key = keys.success ? keys.output.keys.find((one) => one.kid === kid) : undefined;
  if (key === undefined) return false;
  const { kty, crv, x, y } = key;
  try {
    await compactVerify(jws, await importJWK({ kty, crv, x, y }, 'ES256'), { algorithms: ['ES256'] });
    return true;
  } catch {
    return false;
  }
}

/** Cards carry codes without their names, to be small: each code gets a name that a person can read. */
function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNames);
  if (!isObject(value)) return value;
  const { system, code, display } = value;
  const isCode = typeof system === 'string' && typeof code === 'string' && display === undefined;
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNames(one)])),
    ...(isCode ? { display: cardNames(system, code) } : {}),
  };
}

const resourcesOf = ({ vc }: Card): JsonObject[] =>
  vc.credentialSubject.fhirBundle.entry.flatMap(({ resource }) => {
    const named = withNames(resource);
    return isObject(named) && typeof named['resourceType'] === 'string' ? [named] : [];
  });

/** The card as a document in words, as another clinic's summary is one; null where it says nothing that lists know. */
function documentOf(card: Card, host: string, language: LanguageCode, timeZone: string): string | null {
  const words = summaryWords[language];
  const style = styleOf({ scope: { language }, facility: { timeZone } });
  const resources = resourcesOf(card);
  const rows = resources.flatMap((resource, at) => {
    const about = { ...resource, id: String(at), subject: { reference: 'Patient/brought' } };
    const patient = 'patient' in resource ? { patient: { reference: 'Patient/brought' } } : {};
    const mapped = mapResource({ ...about, ...patient }, entryContext);
    const entries = mapped.kind === 'row' ? (mapped.content.entries ?? []) : [];
    return entries.flatMap((row) => (row.kind === 'entry' ? [{ listKey: row.listKey, entry: row.entry }] : []));
  });
  const sections = healthListKeys.flatMap((list: HealthListKey): Json[] => {
    const kept = rows
      .filter(({ listKey }) => listKey === list)
      .map(({ entry }, at) => ({ id: `${list}-${String(at)}`, entry }));
    if (kept.length === 0) return [];
    const title = words.sections[list === 'carePlans' ? 'plan' : list];
    return [
      {
        title,
        text: narrative('generated', xhtml(entryTable(narratedEntries(list, kept), list, style)), locales[language]),
      },
    ];
  });
  if (sections.length === 0) return null;
  const patient = resources.find(({ resourceType }) => resourceType === 'Patient');
  const signed = new Date(card.nbf * 1000).toISOString();
  return JSON.stringify({
    resourceType: 'Bundle',
    type: 'document',
    language: locales[language],
    entry: [
      {
        resource: {
          resourceType: 'Composition',
          id: createHash('sha256').update(JSON.stringify(card)).digest('hex'),
          status: 'final',
          language: locales[language],
          type: { text: words.card },
          title: words.card,
          date: signed,
          author: [{ reference: 'Organization/issuer' }],
          section: sections,
        },
      },
      ...(patient === undefined
        ? []
        : [
            {
              resource: {
                resourceType: 'Patient',
                id: 'patient',
                name: patient['name'],
                birthDate: textOf(patient, 'birthDate'),
              },
            },
          ]),
      { resource: { resourceType: 'Organization', id: 'issuer', name: host } },
    ],
  });
}

/** Reads a health card (SMART Health Cards, HL7) and asks its issuer for the keys with which it signs. Never rejects. */
export async function readCard(
  jws: string,
  { language, timeZone, anywhere }: { language: LanguageCode; timeZone: string; anywhere: boolean },
): Promise<CardAnswer> {
  const card = cardIn(jws);
  if (card === null) return { kind: 'unreadable' };
  const keys = await askForKeys(card.iss, anywhere);
  if (keys === null) return { kind: 'unreachable' };
  const now = Date.now() / 1000;
  if (card.nbf > now || (card.exp ?? Infinity) < now || !(await isSignedBy(jws, keys))) return { kind: 'invalid' };
  const { host } = new URL(card.iss);
  const document = documentOf(card, host, language, timeZone);
  return document === null ? { kind: 'unreadable' } : { kind: 'card', host, document };
}
