import type { NarrativeElement } from '../tree.ts';
import { documentWords } from './words.ts';
import { type OurWords, attributesOf, ourText } from './write.ts';

const isPicture = (type: string | undefined, data: string | undefined): boolean =>
  /^image\/(?:png|jpeg|gif)$/.test(type ?? '') && /^[A-Za-z0-9+/]+={0,2}$/.test(data ?? '');

/** A picture of the document as a data URL, so that nothing is loaded; or a sentence if the picture is missing. */
export function pictureOf(node: NarrativeElement, our: OurWords, common: string, caption: string): string {
  const { type, data, region } = node.a ?? {};
  const words = documentWords[our.language];
  const shown = isPicture(type, data)
    ? `<img${attributesOf({ src: `data:${type ?? ''};base64,${data ?? ''}`, alt: words.picture, lang: our.lang })}>`
    : ourText(our, 'span', 'missing', words[missingText(node.a?.['missing'])]);
  const marked = region === undefined ? '' : ourText(our, 'span', 'region', words.region);
  // A caption that contains a block cannot be inside of a line or a paragraph.
  const tag = /<(?:p|div|ul|ol)\b/.test(caption) ? 'div' : 'span';
  const under = caption === '' ? '' : `<${tag} class="caption">${caption}</${tag}>`;
  return `<${tag}${common}>${shown}${marked}${under}</${tag}>`;
}

const missingTexts = { elsewhere: 'pictureElsewhere', kind: 'pictureKind', repeated: 'pictureRepeated' } as const;
const missingText = (reason: string | undefined) =>
  reason === 'elsewhere' || reason === 'kind' || reason === 'repeated' ? missingTexts[reason] : 'pictureAbsent';
