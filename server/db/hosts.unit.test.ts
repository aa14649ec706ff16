import { expect, test } from 'vitest';
import { eachHost } from './hosts.ts';

test.each([
  ['postgresql://portal:s%40@a:5432,b:5433/portal?target_session_attrs=read-write', ['a:5432', 'b:5433']],
  ['postgres://a,b,c/portal?target_session_attrs=read-write', ['a', 'b', 'c']],
])('%s names each host', (url, hosts) => {
  const user = url.includes('@') ? 'postgresql://portal:s%40@' : 'postgres://';
  expect(eachHost(url)).toEqual(hosts.map((host) => `${user}${host}/portal?target_session_attrs=read-write`));
});

test.each([
  'postgresql://portal:secret@db/portal',
  'postgresql://portal:secret@/portal?host=%2Frun%2Fdb&port=5432',
  'postgresql:///portal',
])('%s is one host', (url) => {
  expect(eachHost(url)).toEqual([url]);
});
