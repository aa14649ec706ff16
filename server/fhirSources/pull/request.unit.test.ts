import { expect, test } from 'vitest';
import { ask, retryAfterOf } from './request.ts';

const now = Date.parse('2026-03-06T12:00:00Z');
test.each([
  [null, null],
  ['', null],
  ['soon', null],
  ['0', 1],
  ['17', 17],
  ['999999', 3600],
  ['Fri, 06 Mar 2026 12:00:30 GMT', 30],
  ['Fri, 06 Mar 2026 11:00:00 GMT', 1],
])('Retry-After %s is %s seconds', (header, seconds) => {
  expect(retryAfterOf(header, now)).toBe(seconds);
});

const reach = { baseUrl: 'https://ehr.example/fhir/', anywhere: false, stopping: new AbortController().signal };
test.each([
  'https://10.0.0.1/file',
  'https://127.0.0.1/file',
  'https://169.254.169.254/latest',
  'https://[::1]/file',
  'http://1.1.1.1/file',
  'https://1.1.1.1:8443/file',
  'https://user:password@1.1.1.1/file',
  'file:///etc/hosts',
  'no address',
])('a server leads nobody to %s', async (url) => {
  await expect(ask(url, reach)).rejects.toThrow('not public');
});
