import { expect, test } from 'vitest';
import { dropKeptFiles, holdKeptFile, keptFileLife, keptFilePath } from '../src/api/keptFiles.ts';
import { type KeptFilesScope, showKeptFiles } from './keptFiles.ts';

const origin = 'https://portal.example.org';

/** A worker with a clock, and its answer for an address; undefined when it leaves the request to other handlers. */
function worker() {
  const target = new EventTarget();
  let time = 1_000;
  const scope: KeptFilesScope = {
    addEventListener: target.addEventListener.bind(target),
    location: { origin },
  };
  showKeptFiles(scope, () => time);
  let others = 0;
  target.addEventListener('fetch', () => {
    others += 1;
  });
  return {
    others: () => others,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    tell: (data: unknown): boolean => {
      let isHeld = false;
      const ports = [{ postMessage: () => (isHeld = true) }];
      target.dispatchEvent(Object.assign(new Event('message'), { data, ports }));
      return isHeld;
    },
    open: (path: string): Response | undefined => {
      let answer: Response | undefined;
      const respondWith = (response: Response) => {
        answer = response;
      };
      target.dispatchEvent(
        Object.assign(new Event('fetch'), { request: { url: origin + path, method: 'GET' }, respondWith }),
      );
      return answer;
    },
  };
}
const bytes = () => new TextEncoder().encode('<p>Words</p>');
const file = (mediaType: string) => ({ type: holdKeptFile, name: 'one', mediaType, bytes: bytes() });

test('a kept file is shown for a minute, with nothing that runs in it or as a PDF, never stored and by nobody else', async () => {
  const { tell, open, pass, others } = worker();
  expect(tell(file('text/html; charset=utf-8'))).toBe(true);
  const shown = open(`${keptFilePath}one`);
  expect(await shown?.text()).toBe('<p>Words</p>');
  expect(shown?.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$/,
  );
  expect([shown?.headers.get('cache-control'), shown?.headers.get('content-disposition')]).toEqual([
    'no-store',
    'inline; filename="record"',
  ]);
  expect(tell(file('application/pdf'))).toBe(true);
  expect(open(`${keptFilePath}one`)?.headers.get('content-security-policy')).toMatch(/object-src 'self'/);
  pass(keptFileLife + 1);
  expect(open(`${keptFilePath}one`)?.status).toBe(404);
  expect(others()).toBe(0);
  expect(open('/dashboard')).toBeUndefined();
  expect(others()).toBe(1);
});

test('none is left after a log-out, and what is no file is not held', () => {
  const { tell, open } = worker();
  tell(file('image/png'));
  expect(open(`${keptFilePath}one`)?.status).toBe(200);
  tell({ type: dropKeptFiles });
  expect(open(`${keptFilePath}one`)?.status).toBe(404);
  for (const wrong of [null, { type: holdKeptFile }, { ...file('image/png'), bytes: 'text' }, { ...file(''), name: 7 }])
    expect(tell(wrong)).toBe(false);
});
