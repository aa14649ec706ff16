import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      SECURITY_CONTACT: 'security@example.org',
      TRUST_PROXY: '1',
      ALLOWED_ORIGIN: 'https://pages.example.org',
    },
  });
});
afterAll(() => server.stop());

test.each(['portal', 'kiosk'] as const)(
  'the %s says where faults of security are reported, and until when',
  async (surface) => {
    const answer = await server.browser(surface).fetch('/.well-known/security.txt');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const [, expires = ''] =
      /^Contact: mailto:security@example\.org\nExpires: (\d{4}-\d\d-\d\dT00:00:00Z)\n$/.exec(answer.text) ?? [];
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
    for (const other of ['/.well-known/', '/.well-known/security', '/.well-known/other.txt', '/security.txt'])
      expect([other, (await server.browser(surface).fetch(other)).status]).toEqual([other, 404]);
  },
);

test('whatever is answered over https, the browser is told to stay there', async () => {
  for (const [method, path, origin] of [
    ['GET', '/healthz', null],
    ['GET', '/readyz', null],
    ['GET', '/.well-known/security.txt', null],
    ['GET', '/nowhere', null],
    ['GET', '/api/nowhere', null],
    ['OPTIONS', '/api/nowhere', 'https://pages.example.org'],
    ['OPTIONS', '/api/shl/none', 'https://elsewhere.example'],
  ] as const) {
    const headers = { 'x-forwarded-proto': 'https', ...(origin === null ? {} : { origin }) };
    const answer = await fetch(`${server.portalUrl}${path}`, { method, headers });
    expect([method, path, answer.headers.get('strict-transport-security')]).toEqual([
      method,
      path,
      'max-age=63072000; includeSubDomains',
    ]);
  }
});
