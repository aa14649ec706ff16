/** False for JSON with a character that the database cannot store: U+0000, or half of a surrogate pair. */
export const isStorable = (json: string): boolean => !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json);
/** A text without U+0000. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '');
