/** Our words for faults of the parser, by the beginning of its message. Its messages repeat words of the document; ours do not. */
const reasons: readonly (readonly [start: string, reason: string])[] = [
  ['undefined entity', 'it uses an entity that is not one of the five of XML'],
  ['empty entity', 'it has a "&" that begins no entity'],
  ['disallowed character in entity', 'it has a "&" that begins no entity'],
  ['malformed character entity', 'it refers to a character that XML does not allow'],
  ['disallowed character.', 'it has a character that XML does not allow'],
  ['text data outside', 'there is text outside of its root element'],
  ['documents may contain only one root', 'it has more than one root element'],
  ['document must contain a root', 'it has no root element'],
  ['unclosed tag', 'it ends before its elements do'],
  ['unexpected end', 'it ends in the middle'],
  ['unmatched closing', 'an end tag closes no element'],
  ['unexpected close tag', 'an end tag closes another element than the last'],
  ['weird empty close', 'an end tag has no name'],
  ['duplicate attribute', 'an element has an attribute twice'],
  ['unquoted attribute', 'an attribute has no quotes'],
  ['attribute without value', 'an attribute has no value'],
  ['an XML declaration must', 'its XML declaration is not at its start'],
  ['the XML declaration must', 'its XML declaration is not at its start'],
  ['XML declaration', 'its XML declaration is malformed'],
  ['version number', 'its XML declaration is malformed'],
  ['encoding value', 'its XML declaration is malformed'],
  ['inappropriately located doctype', 'it has a document type declaration, which is not read'],
  ['malformed comment', 'it has a malformed comment'],
  ['the string "]]>"', 'it has "]]>" where no CDATA section ends'],
];

export function reasonOf(message: string): string {
  const own = message.replace(/^(?:[^:]*:)?\d+:\d+: /, '');
  return reasons.find(([start]) => own.startsWith(start))?.[1] ?? 'it is not well-formed XML';
}
