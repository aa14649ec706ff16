import { deflateRawSync } from 'node:zlib';
import { calculateJwkThumbprint, CompactSign, exportJWK, generateKeyPair } from 'jose';

/** For tests: an issuer of health cards, as a state's vaccine registry is one. */
export async function cardIssuer(iss: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  /** The keys as the issuer gives them at `/.well-known/jwks.json`. */
  const keys = { keys: [{ ...jwk, kid, use: 'sig', alg: 'ES256' }] };
  /** A signed card; `more` replaces parts of what it says. */
  const card = (resources: readonly object[], more: object = {}): Promise<string> => {
    const entry = resources.map((resource, at) => ({ fullUrl: `resource:${String(at)}`, resource }));
    const said = {
      iss,
      nbf: Math.floor(Date.now() / 1000) - 60,
      vc: {
        type: ['https://smarthealth.cards#health-card'],
        credentialSubject: {
          fhirVersion: '4.0.1',
          fhirBundle: { resourceType: 'Bundle', type: 'collection', entry },
        },
      },
      ...more,
    };
    return new CompactSign(deflateRawSync(JSON.stringify(said)))
      .setProtectedHeader({ alg: 'ES256', zip: 'DEF', kid })
      .sign(privateKey);
  };
  return { keys, card };
}

const digitsOf = (text: string): string =>
  Array.from(text, (char) => String(char.charCodeAt(0) - 45).padStart(2, '0')).join('');
/** A card as its square code says it. */
export const inDigits = (card: string): string => `shc:/${digitsOf(card)}`;
/** The same in several codes, as cards were made until 2022. */
export const inCodes = (card: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((cut) => Math.floor((cut * card.length) / count));
    return `shc:/${String(at + 1)}/${String(count)}/${digitsOf(card.slice(from, to))}`;
  });

/** A vaccination as cards have it: codes without names. */
export const vaccination = (code: string, date: string): object => ({
  resourceType: 'Immunization',
  status: 'completed',
  vaccineCode: { coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code }] },
  patient: { reference: 'resource:0' },
  occurrenceDateTime: date,
  lotNumber: '0000001',
  performer: [{ actor: { display: 'Otter Bay Pharmacy' } }],
});
export const holder = (birthDate: string): object => ({
  resourceType: 'Patient',
  name: [{ family: 'Applewhistle', given: ['Marigold'] }],
  birthDate,
});
