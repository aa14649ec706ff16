import { CompactEncrypt, base64url, compactDecrypt } from 'jose';
import * as v from 'valibot';

/** Bytes of a summary when it is unpacked; more is refused. */
const largest = 50_000_000;
/** The scheme of such links (SMART Health Links, HL7, "Construct a SMART Health Link Payload"). */
const scheme = 'shlink:/';

/** What a link says. `key` never goes to a server: it stands behind the `#` of the address. */
const LinkPayload = v.object({
  url: v.pipe(v.string(), v.url(), v.maxLength(128)),
  key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  /** Seconds since 1970. */
  exp: v.optional(v.number()),
  flag: v.optional(v.string(), ''),
  label: v.optional(v.string()),
});
export type LinkPayload = v.InferOutput<typeof LinkPayload>;

/** Encrypts a file of a link: with a new key, or with that of the link's first file. */
export async function seal(
  file: Uint8Array,
  known?: string,
): Promise<{ readonly content: string; readonly key: string }> {
  const key = known === undefined ? crypto.getRandomValues(new Uint8Array(32)) : base64url.decode(known);
  const content = await new CompactEncrypt(file)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', zip: 'DEF', cty: 'application/fhir+json' })
    .encrypt(key);
  return { content, key: base64url.encode(key) };
}

/** Decrypts what a link leads to. Rejects when the key is another one or the file is too large. */
export async function unseal(content: string, key: string): Promise<string> {
  const options = {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
    maxDecompressedLength: largest,
  };
  const { plaintext } = await compactDecrypt(content.trim(), base64url.decode(key), options);
  return new TextDecoder('utf-8', { fatal: true }).decode(plaintext);
}

/** The link for a reader page at `viewer`, which any other reader of such links takes as well. */
export const linkText = (viewer: string, payload: LinkPayload): string =>
  `${viewer}#${scheme}${base64url.encode(JSON.stringify({ ...payload, v: 1 }))}`;

/** What a link says, with or without the address of a reader page before it; null: it is no such link. */
export function readLink(text: string): LinkPayload | null {
  const [, encoded] = /(?:^|#)shlink:\/([\w-]+)$/.exec(text.trim()) ?? [];
  if (encoded === undefined) return null;
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(encoded)));
    const read = v.safeParse(LinkPayload, json);
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
