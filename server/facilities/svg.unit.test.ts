import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dataPath, demoFacilities } from '../demo/data.ts';
import { safeSvg, svgRatio } from './svg.ts';

const around = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${inside}</svg>`;

test.each([
  ['0 0 40 40', 1],
  ['0 0 300 60', 5],
  ['-10,-10 20,80', 0.25],
  ['0 0 40 0', 1],
  ['0 0 x 4', 1],
  ['0 0 40', 1],
])('a viewBox of "%s" is %s times as wide as high', (box, ratio) => {
  expect(svgRatio(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"></svg>`)).toBe(ratio);
});

test('a drawing stays as it is', () => {
  for (const facility of demoFacilities) {
    for (const name of ['logo', 'logo-on-dark']) {
      const drawing = readFileSync(dataPath(`facilities/${facility}/${name}.svg`), 'utf8').trim();
      expect(safeSvg(drawing)).toBe(drawing.replace('/></svg>', '></path></svg>'));
    }
  }
  const gradient = around(
    '<defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs><path fill="url(#a)" d="M0 0h4v4z"></path>',
  );
  expect(safeSvg(gradient)).toBe(gradient);
  expect(
    safeSvg('<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y"><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'),
  ).toBe('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"></path></svg>');
});

test.each([
  ['<script>alert(1)</script>', ''],
  [
    '<path onload="alert(1)" onclick="alert(1)" style="fill:url(https://evil.example)" d="M0 0"/>',
    '<path d="M0 0"></path>',
  ],
  ['<a href="javascript:alert(1)"><path d="M0 0"/></a>', '<path d="M0 0"></path>'],
  ['<image href="https://evil.example/x.png"/><use href="https://evil.example/x.svg#a"/>', ''],
  ['<foreignObject><iframe src="https://evil.example"></iframe></foreignObject>', ''],
  ['<style>@import url(https://evil.example/x.css)</style>', ''],
  ['<path fill="url(https://evil.example/x#a)" d="M0 0"/>', '<path d="M0 0"></path>'],
  ['<path fill="url( \'//evil.example\' )" d="M0 0"/>', '<path d="M0 0"></path>'],
  ['<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="href"/>', ''],
])('%s', (hostile, left) => {
  expect(safeSvg(around(hostile))).toBe(around(left));
});

test.each([
  '',
  'a picture',
  '<html></html>',
  '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
  around(`<path d="${'M0 0'.repeat(30_000)}"/>`),
])('is no logo: %.40s', (text) => {
  expect(safeSvg(text)).toBeNull();
});
