import type { ItemImage } from '@portal/api';
import { url } from './extensions.ts';
import { extension, type JsonObject, objectOf, textOf } from './json.ts';

/** Bytes of a picture. It is sent with the questionnaire and stored on devices with it. */
const largestImage = 300_000;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const pictureTypes = /^image\/(?:png|jpeg|gif|webp)$/;

const tags = /<\s*img\b[^<>]*\/?>(?:\s*<\s*\/\s*img\s*>)?/gi;
/** Whether a picture is all that the rich text would lose. It can be shown next to the text. */
const isOnlyPicture = (html: string): boolean => (html.match(tags) ?? []).length === 1;
export const withoutPictures = (html: string): string => html.replace(tags, '');
const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i')
    .exec(tag)
    ?.slice(1)
    .find((one) => one !== undefined) ?? null;

type Fault = string;

function pictureOf(contentType: string | null, data: string, alternativeText: string): ItemImage | Fault {
  const type = contentType === 'image/jpg' ? 'image/jpeg' : (contentType ?? '');
  const plain = data.replace(/\s+/g, '');
  if (!pictureTypes.test(type)) return `what it shows is ${type === '' ? 'of no known type' : type}, not a picture`;
  if (!base64.test(plain)) return 'the data of its picture are not base64';
  if (plain.length * 0.75 > largestImage) return `its picture has more than ${String(largestImage / 1000)} kB`;
  return { dataUrl: `data:${type};base64,${plain}`, alternativeText };
}

/**
 * The picture of an item or an option: from an extension, or the only one in its rich text. Its data must be in the file; nothing is
 * fetched from elsewhere. A returned string says why a picture is not shown.
 */
export function imageOf(
  holders: readonly JsonObject[],
  contained: readonly JsonObject[],
  label: string,
): ItemImage | Fault | null {
  for (const holder of holders) {
    const media = extension(holder, url.itemMedia) ?? extension(holder, url.itemAnswerMedia);
    const attachment = objectOf(media, 'valueAttachment');
    if (attachment) {
      const data = textOf(attachment, 'data');
      if (data === null) return `what it shows is at ${textOf(attachment, 'url') ?? 'no address'}, not in the file`;
      return pictureOf(textOf(attachment, 'contentType'), data, textOf(attachment, 'title') ?? label);
    }
    const xhtml = textOf(extension(holder, url.xhtml), 'valueString');
    if (xhtml === null || !isOnlyPicture(xhtml)) continue;
    const tag = xhtml.match(tags)?.[0] ?? '';
    const source = attribute(tag, 'src') ?? '';
    const alternativeText = attribute(tag, 'alt') ?? label;
    const [, type, data] = /^data:([\w/+.-]+);base64,(.*)$/s.exec(source) ?? [];
    if (type !== undefined && data !== undefined) return pictureOf(type, data, alternativeText);
    const binary = contained.find(
      (one) => one.resourceType === 'Binary' && source.startsWith('#') && one.id === source.slice(1),
    );
    if (!binary) return `its picture is at ${source === '' ? 'no address' : source}, not in the file`;
    return pictureOf(textOf(binary, 'contentType'), textOf(binary, 'data') ?? '', alternativeText);
  }
  return null;
}
