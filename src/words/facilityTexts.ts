import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { parse } from 'icu-parser';

/** False for a message with dates, times or tags, because our values are passed as formatted text. */
export const isFormattable = (message: readonly MessageFormatElement[]): boolean =>
  message.every((part) => {
    if (part.type === TYPE.plural || part.type === TYPE.select)
      return Object.values(part.options).every((option) => isFormattable(option.value));
    return part.type !== TYPE.date && part.type !== TYPE.time && part.type !== TYPE.tag;
  });

/** A facility's own texts, compiled. A faulty one must not break the page: it is left out, and our own text is used. */
export function compileFacilityTexts(
  pack: Readonly<Record<string, string>>,
): Readonly<Record<string, MessageFormatElement[]>> {
  const compiled: Record<string, MessageFormatElement[]> = {};
  for (const [key, text] of Object.entries(pack)) {
    try {
      const message = parse(text, { ignoreTag: true });
      if (isFormattable(message)) compiled[key] = message;
    } catch {
      continue;
    }
  }
  return compiled;
}
