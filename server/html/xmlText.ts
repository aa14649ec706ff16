// Characters that XML 1.0 cannot contain, not even escaped.
const unwritable =
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Escapes text for the content of an XML element. */
export const xmlText = (text: string): string =>
  text
    .replace(unwritable, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');

/** Escapes text for an XML attribute in double quotes. Unescaped tabs and line breaks would be read as spaces. */
export const xmlAttribute = (text: string): string =>
  xmlText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
