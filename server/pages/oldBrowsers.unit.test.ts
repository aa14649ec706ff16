import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { languageCodes } from '@portal/api';
import { expect, test } from 'vitest';
import { oldBrowserHead, oldBrowserPage, oldBrowserScript } from './oldBrowsers.ts';

const [, script = ''] = /<script>(.*?)<\/script>/.exec(oldBrowserHead('n')) ?? [];

test('every language is there once, the person’s first, each with its language and the telephone', () => {
  for (const language of languageCodes) {
    const html = oldBrowserPage(
      {
        facility: 'Northlight',
        phone: { shown: '+1 (555) 010-2000 ext. 7', href: 'tel:+15550102000' },
        surface: 'portal',
      },
      language,
    );
    const languages = [...html.matchAll(/<section lang="(\w\w)/g)].map(([, code]) => code);
    expect(languages[0]).toBe(language);
    expect(new Set(languages)).toEqual(new Set(languageCodes));
    expect(languages).toHaveLength(languageCodes.length);
    expect(html.match(/<a href="tel:\+15550102000">\+1 \(555\) 010-2000 ext\. 7<\/a>/g)?.length).toBe(
      languageCodes.length,
    );
  }
  expect(oldBrowserPage({ facility: 'Northlight', phone: null, surface: 'portal' }, 'en')).not.toContain('tel:');
  const onTablet = oldBrowserPage(
    { facility: 'Northlight', phone: { shown: '555', href: 'tel:555' }, surface: 'kiosk' },
    'en',
  );
  expect(onTablet).toContain('555');
  expect(onTablet, 'no link leads out of a kiosk').not.toContain('href');
});

test.each([
  ['lacks modules', { noModule: false, inert: true, lookbehind: true }, true],
  ['lacks inert', { noModule: true, inert: false, lookbehind: true }, true],
  ['lacks lookbehind', { noModule: true, inert: true, lookbehind: false }, true],
  ['has all', { noModule: true, inert: true, lookbehind: true }, false],
])('a browser that %s', (_, has, isTold) => {
  const root = { className: 'kept', ...(has.inert ? { inert: false } : {}) };
  const document = { documentElement: root, createElement: () => (has.noModule ? { noModule: false } : {}) };
  const old = () => {
    throw new SyntaxError('invalid group');
  };
  runInNewContext(script, { document, ...(has.lookbehind ? {} : { RegExp: old }) });
  expect(root.className).toBe(isTold ? 'kept too-old' : 'kept');
});

test('the script is written for any age, and named by its hash', () => {
  expect(script).not.toMatch(/=>|\b(let|const)\b|`|\?\./);
  expect(oldBrowserScript).toBe(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
});
