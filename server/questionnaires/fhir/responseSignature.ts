import { type ItemOf, type Signature, signatureField, strokePath } from '@portal/api';
import { canonicalForm } from '@portal/api/signedText';
import * as v from 'valibot';
import type { Element } from './responseValues.ts';

const address = 'http://hl7.org/fhir/StructureDefinition/questionnaireresponse-signature';
const signedText = 'urn:vestibule:signed-text';
const signedTextHash = 'urn:vestibule:signed-text-sha256';

/** "Author's signature", for a file that does not say which one it wants. */
const authorsSignature = { system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.1' };

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

function markOf({ mark }: Signature): Element {
  switch (mark.kind) {
    case 'typed':
      return { sigFormat: 'text/plain', data: base64(mark.name) };
    case 'drawn': {
      const { width, height } = signatureField;
      const lines = mark.strokes.map(strokePath).join('');
      return {
        sigFormat: 'image/svg+xml',
        data: base64(
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}"><path d="${lines}" fill="none" stroke="#000" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
        ),
      };
    }
  }
}

/** A signature as the extension of a response or of one of its items. `subject`: the patient whose answers they are. */
export function signatureExtension(
  { signatureTypes }: ItemOf<'SignatureQuestion'>,
  signature: Signature,
  subject: Element,
): Element {
  const { signer } = signature;
  const isOthers = signer?.role === 'representative';
  return {
    url: address,
    valueSignature: {
      extension: [
        { url: signedText, valueString: canonicalForm(signature.signedText) },
        { url: signedTextHash, valueString: signature.hash },
      ],
      type: signatureTypes.length > 0 ? signatureTypes : [authorsSignature],
      when: signature.signedAt,
      who: {
        ...(isOthers ? { type: 'RelatedPerson' } : subject),
        ...(signer === undefined ? {} : { display: signer.name }),
      },
      ...(isOthers ? { onBehalfOf: subject } : {}),
      ...markOf(signature),
    },
  };
}

const Extension = v.object({
  url: v.literal(address),
  valueSignature: v.object({
    when: v.string(),
    who: v.object({ type: v.string(), display: v.optional(v.string()) }),
    extension: v.array(v.object({ url: v.string(), valueString: v.string() })),
    sigFormat: v.string(),
    data: v.string(),
  }),
});

/** The signatures among the extensions of a response or an item, for an export in XML. */
export const signaturesXml = (extensions: readonly Element[] = []) =>
  extensions.flatMap((one) => {
    if (!v.is(Extension, one)) return [];
    const { when, who, extension, sigFormat, data } = one.valueSignature;
    const said = (name: string) => extension.find(({ url }) => url === name)?.valueString ?? null;
    return [
      {
        Signed: when,
        By: who.display ?? null,
        As: who.type,
        SignedText: said(signedText),
        Sha256: said(signedTextHash),
        ContentType: sigFormat,
        Base64: data,
      },
    ];
  });
