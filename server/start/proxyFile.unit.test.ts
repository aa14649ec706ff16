import { readFileSync } from 'node:fs';
import { calls } from '@portal/api';
import { expect, test } from 'vitest';

const caddyfile = readFileSync(new URL('../../deploy/Caddyfile', import.meta.url), 'utf8');
/** The paths without TLS at which the proxy refuses; `*` stands for any end. */
const refused = /@calls path (.+)/.exec(caddyfile)?.[1]?.split(' ') ?? [];

test('the cookie that keeps a browser at its server is one that browsers take, whatever version of Caddy sets it', () => {
  const [, name = ''] = /lb_policy cookie (\S+)/.exec(caddyfile) ?? [];
  const [, find = '', replace = ''] = /\n\t\tSet-Cookie "(.+)" "(.+)"\n\t\tdefer\n/.exec(caddyfile) ?? [];
  const sent = (cookie: string): string => cookie.replace(new RegExp(find), replace);
  expect(sent(`${name}=5d12; Path=/`)).toBe(`${name}=5d12; Path=/; Secure`);
  for (const other of [`${name}=5d12; Path=/; Secure; SameSite=None`, '__Host-session=1; Path=/; Secure; HttpOnly'])
    expect(sent(other)).toBe(other);
  expect(caddyfile.match(/ \{\n\timport cookie\n\treverse_proxy/g)).toHaveLength(2);
});

test('without TLS the proxy leads pages to https and refuses every call, whose secrets have then gone in clear', () => {
  expect(caddyfile).toMatch(/http:\/\/\S+, http:\/\/\S+ \{\n\t@calls [^\n]+\n\thandle @calls \{\n\t\trespond 403\n/);
  const isRefused = (path: string): boolean =>
    refused.some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one));
  expect(Object.values(calls).filter(({ path }) => !isRefused(path))).toEqual([]);
  expect(['/', '/login', '/dashboard', '/assets/app.js'].filter(isRefused)).toEqual([]);
});
