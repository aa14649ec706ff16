import { isIP } from 'node:net';

/** The eight groups of an IPv6 address, which may end in an IPv4 one. */
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
 * Whom limits count as one: an IPv4 address, or the /64 of an IPv6 one, since whoever has one address of it has them all. Without the port
 * that some proxies add, and the same however it is spelt. What is no address stands for itself.
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
