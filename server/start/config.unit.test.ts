import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const secret = 'sixteen letters!';

test('text messages need an address and a secret, and go over the network in no clear text', () => {
  const sms = (SMS_URL: string, SMS_SECRET = secret) => readConfig({ SMS_URL, SMS_SECRET }, []).sms;
  expect(readConfig({}, []).sms).toBeNull();
  expect(sms('https://texts.example.org/send')).toEqual({ url: 'https://texts.example.org/send', secret });
  expect(sms('http://localhost:9000/')).toMatchObject({ url: 'http://localhost:9000/' });
  expect(() => sms('http://texts.example.org/')).toThrow('The setting SMS_URL is wrong');
  expect(() => sms('http://localhost.example.org/')).toThrow('The setting SMS_URL is wrong');
  expect(() => sms('https://texts.example.org/', 'short')).toThrow('The setting SMS_SECRET is wrong');
  expect(() => sms('https://texts.example.org/', '')).toThrow('SMS_URL and SMS_SECRET are set together');
});

test('a setting that is wrong is named, with what is wrong', () => {
  expect(() => readConfig({ PORT: 'many' }, [])).toThrow('The setting PORT is wrong: a whole number.');
  expect(() => readConfig({ DATABASE_URL: 'mysql://x' }, [])).toThrow('The setting DATABASE_URL is wrong: ');
});

test('an address with a password that is not percent-encoded is refused in one line, before anything is called', () => {
  for (const [name, text] of [
    ['DATABASE_URL', 'postgresql://portal:p#ss@db/portal'],
    ['DATABASE_URL', 'postgresql://portal:p/ss@db/portal'],
    ['DATABASE_URL', 'postgresql://db:99999/portal'],
    ['SMTP_URL', 'smtp://portal:p#ss@mail:587'],
  ] as const)
    expect(() => readConfig({ [name]: text }, []), text).toThrow(`The setting ${name} is wrong: an address, in which`);
  for (const text of [
    'postgresql://portal:p%23ss@db/portal',
    'postgresql://portal@a:5432,b:5433/portal',
    'postgresql://portal@/portal?host=/var/run/postgresql',
    'postgresql:///portal?host=/var/run/postgresql',
    'postgresql://portal@%2Fvar%2Frun/portal',
    'postgresql://portal@[::1]:5432/portal',
  ])
    expect(readConfig({ DATABASE_URL: text }, []).databaseUrl, text).toBe(text);
});

test('public addresses have a scheme and no path, because links begin with them', () => {
  const portal = (PORTAL_URL: string) => readConfig({ PORTAL_URL }, []).portalUrl;
  expect(portal('https://portal.example.org/')).toBe('https://portal.example.org');
  expect(portal('http://localhost:8080')).toBe('http://localhost:8080');
  for (const text of ['portal.example.org:8443', 'portal.example.org', 'https://example.org/portal', 'https:'])
    expect(() => portal(text), text).toThrow('The setting PORTAL_URL is wrong: an address like');
});

test('the owner of a database alone does not lead to the embedded database', () => {
  const DATABASE_OWNER_URL = 'postgresql://owner@db/portal';
  expect(() => readConfig({ DATABASE_OWNER_URL }, [])).toThrow('DATABASE_OWNER_URL needs DATABASE_URL');
  expect(readConfig({ DATABASE_OWNER_URL, DATABASE_URL: 'postgresql://server@db/portal' }, [])).toMatchObject({
    databaseOwnerUrl: DATABASE_OWNER_URL,
  });
});

test('the HL7 port has a certificate and its key, or neither', () => {
  expect(readConfig({}, []).hl7).toBeNull();
  expect(readConfig({ HL7_PORT: '2575' }, []).hl7).toEqual({ port: 2575, host: '127.0.0.1', tls: null });
  expect(readConfig({ HL7_PORT: '2575', HL7_TLS_CERT: 'c.pem', HL7_TLS_KEY: 'k.pem' }, []).hl7?.tls).toEqual({
    certFile: 'c.pem',
    keyFile: 'k.pem',
  });
  expect(() => readConfig({ HL7_PORT: '2575', HL7_TLS_CERT: 'c.pem' }, [])).toThrow('set together');
});

test('faults of security are reported to an email address or a page', () => {
  const contact = (SECURITY_CONTACT: string) => readConfig({ SECURITY_CONTACT }, []).securityContact;
  expect(readConfig({}, []).securityContact).toBeNull();
  expect(contact('security@example.org')).toBe('security@example.org');
  expect(contact('https://example.org/security')).toBe('https://example.org/security');
  for (const text of ['nobody', 'http://example.org', 'https://example.org\nContact: mailto:other@example.org'])
    expect(() => contact(text)).toThrow('The setting SECURITY_CONTACT is wrong');
});
