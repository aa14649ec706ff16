import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, type LookupFunction, isIP } from 'node:net';

/** What nobody else in the world can call: this machine, private and local networks, and what is no address of one machine. */
const closed = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, prefix, 'ipv4');
/** Of IPv6 only what is given to machines of the world is open; of that not what carries another address inside. */
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closed.addSubnet(network, prefix, 'ipv6');

/** Whether it is an address that anybody in the world could call. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !closed.check(address, 'ipv4');
  return version === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

/** Looks a name up for a connection, and refuses it where any of its addresses is not public: it may have changed since it was checked. */
export const publicLookup: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, []);
    const [first] = found;
    if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
      return done(new PrivateAddress('not a public address'), []);
    return options.all === true ? done(null, found) : done(null, first.address, first.family);
  });
};

/** The host of an address as it is connected to: IPv6 without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Whether the server may send to an endpoint that somebody gives: `https`, no sign-in in it, the usual port, and a public machine. */
export async function isPublicEndpoint(endpoint: string): Promise<boolean> {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false;
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host);
  return new Promise((resolve) => {
    publicLookup(host, { all: true }, (error) => resolve(error === null));
  });
}
