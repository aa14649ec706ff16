import { isIP } from 'node:net';

/** The eight groups of an IPv6 address, whose end may be an IPv4 address. */
function groupsOf(address: string): readonly number[] {
  const dotted = /(?:^|:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text =
    dotted === null
      ? address
      : `${address.slice(0, address.lastIndexOf(':') + 1)}${[dotted.slice(1, 3), dotted.slice(3, 5)]
          .map(([high, low]) => (Number(high) * 256 + Number(low)).toString(16))
          .join(':')}`;
  const [before = '', after] = text.split('::');
  const read = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [first, last] = [read(before), read(after ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/**
 * The address that rate limits count: an IPv4 address, or the /64 network of an IPv6 address, because whoever has one address of it has all
 * of them. The port that some proxies add is removed, and every spelling gives the same result. Text that is not an address is returned as
 * it is.
 */
export function clientAddress(text: string): string {
  const plain = text.trim().toLowerCase();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(plain)?.[1] ?? /^([^:]+):\d+$/.exec(plain)?.[1] ?? plain;
  const address = bare.replace(/%.*$/, '');
  if (isIP(address) !== 6) return address.slice(0, 100);
  const groups = groupsOf(address);
  const [, , , , , mapped, high = 0, low = 0] = groups;
  if (mapped === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
