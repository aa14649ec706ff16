import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientAddress } from './clientAddress.ts';

describe('whom limits count as one', () => {
  test('is an IPv4 address, with or without a port, mapped into IPv6 or not', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(65_535), (address, port) => {
        for (const text of [
          address,
          `${address}:${port}`,
          ` ${address}`,
          `::ffff:${address}`,
          `[::FFFF:${address}]:${port}`,
        ])
          expect(clientAddress(text), text).toBe(address);
      }),
    );
  });

  const group = fc.nat(0xffff);
  const eight = fc.tuple(group, group, group, group, group, group, group, group);
  const written = (groups: readonly number[]) => groups.map((one) => one.toString(16)).join(':');

  test('is the /64 of an IPv6 address, whatever follows it, however it is written', () => {
    fc.assert(
      fc.property(eight, eight, fc.nat(65_535), (one, other, port) => {
        fc.pre(one.slice(0, 5).some((part) => part !== 0));
        const same = written([...one.slice(0, 4), ...other.slice(4)]);
        const key = clientAddress(written(one));
        expect(key).toBe(`${written(one.slice(0, 4))}::/64`);
        for (const text of [same, same.toUpperCase(), `[${same}]:${port}`, `[${same}]`, `${same}%eth0`])
          expect(clientAddress(text), text).toBe(key);
      }),
    );
  });

  test('differs between two /64', () => {
    fc.assert(
      fc.property(eight, eight, (one, other) => {
        fc.pre(written(one.slice(0, 4)) !== written(other.slice(0, 4)));
        fc.pre([one, other].every((each) => each.slice(0, 5).some((part) => part !== 0)));
        expect(clientAddress(written(one))).not.toBe(clientAddress(written(other)));
      }),
    );
  });

  test.each([
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['fe80::1%wlan0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('"%s" is "%s"', (text, key) => expect(clientAddress(text)).toBe(key));

  test('is short, whatever a header says', () => {
    fc.assert(fc.property(fc.string({ maxLength: 5000 }), (text) => clientAddress(text).length <= 100));
  });
});
