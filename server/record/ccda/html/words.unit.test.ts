import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../document/readDocument.ts';
import { renderDocument } from './render.ts';
import { singleFile } from './singleFile.ts';
import { wordsOfHtml, wordsOfXml } from '../../../../tests/server/ccdaHtml.ts';

const xmlIn = (folder: string): { readonly name: string; readonly bytes: Buffer }[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.toLowerCase().endsWith('.xml'))
      .map((name) => ({ name, bytes: readFileSync(`${folder}/${name}`) }));
  } catch {
    return [];
  }
};
const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const samples = xmlIn(process.env['CCDA_SAMPLES'] ?? folderOf('../../../../../shared/data/ccda'));
const ourOwn = xmlIn(folderOf('../../../../tests/server/documents'));

describe('a document read and written as HTML', () => {
  test.each([...samples, ...ourOwn])('has the words of each section of $name, no more and no fewer', ({ bytes }) => {
    const { tree } = readDocument(bytes);
    const words = wordsOfXml(bytes.toString('utf8'));
    expect(wordsOfHtml(renderDocument(tree, 'en').html ?? '')).toEqual(words);
    expect(wordsOfHtml(singleFile(tree, 'zh'))).toEqual(words);
  });
});

describe('the comparison', () => {
  const xml = '<section><text><table><tr><td>Iron</td><td>low <sub>2</sub></td></tr></table></text></section>';
  const html = (words: string) => `<details><div class="fold-body"><p>${words}</p></div></details>`;
  test('fails where one word is missing, added or in another place', () => {
    expect(wordsOfXml(xml)).toEqual(wordsOfHtml(html('Iron low 2')));
    for (const words of ['Iron 2', 'Iron low 2 more', 'low Iron 2', 'Ironlow 2', '', 'Iron low <b class="ours">2</b>'])
      expect(wordsOfHtml(html(words)), words).not.toEqual(wordsOfXml(xml));
  });
});
