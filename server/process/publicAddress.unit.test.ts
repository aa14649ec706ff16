import { expect, test } from 'vitest';
import { isPublicAddress, isPublicEndpoint } from './publicAddress.ts';

test('an address of this machine, of a private network or of no machine is not public', () => {
  const closed = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '64:ff9b::7f00:1',
    'no address',
    '',
  ];
  expect(closed.filter(isPublicAddress)).toEqual([]);
  const open = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '223.255.255.1', '2a00:1450:4001:80b::200a', '2607:f8b0::1'];
  expect(open.filter(isPublicAddress)).toEqual(open);
});

test('an endpoint is on https, at the usual port, without a sign-in, and at a public machine', async () => {
  const refused = [
    'http://8.8.8.8/push',
    'https://8.8.8.8:8443/push',
    'https://name@8.8.8.8/push',
    'https://name:word@8.8.8.8/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest',
    // The same machine, written otherwise.
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://localhost/push',
    'ftp://8.8.8.8/',
    'nothing',
    '',
  ];
  for (const endpoint of refused) expect(await isPublicEndpoint(endpoint), endpoint).toBe(false);
  expect(await isPublicEndpoint('https://8.8.8.8/push/abc')).toBe(true);
  expect(await isPublicEndpoint('https://[2a00:1450:4001:80b::200a]/push')).toBe(true);
});
