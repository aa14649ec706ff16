/** Elements that the sections of a document consist of; another one is left out, its content stays. */
const names: ReadonlySet<string> = new Set(
  `a b br caption code col colgroup dd del details div dl dt em h2 h3 h4 h5 h6 i img ins li ol p pre s section small span strong sub summary
  sup table tbody td tfoot th thead tr u ul`.split(/\s+/),
);
const attributes: ReadonlySet<string> = new Set(
  'alt class colspan data-label dir headers lang reversed role rowspan scope span start type value'.split(' '),
);
const isPicture = (address: string): boolean => /^data:image\/(png|jpeg|gif);base64,/.test(address);

/** Checks the kind and not the class, because each frame has classes of its own. */
const isElement = (part: Node): part is Element => part.nodeType === Node.ELEMENT_NODE;

/**
 * A copy of the frame's content for paper, where browsers cut a frame at the end of each sheet. It is built element by element from a
 * closed list, with no addresses except those of pictures within the document, and with all sections open.
 */
export function paperCopyOf(part: Node, page: Document): Node[] {
  if (part.nodeType === Node.TEXT_NODE) return [page.createTextNode(part.textContent ?? '')];
  if (!isElement(part)) return [];
  const children = [...part.childNodes].flatMap((child) => paperCopyOf(child, page));
  const name = part.nodeName.toLowerCase();
  if (!names.has(name)) return children;
  const copy = page.createElement(name);
  for (const { name: attribute, value } of part.attributes)
    if (attributes.has(attribute) || (name === 'img' && attribute === 'src' && isPicture(value)))
      copy.setAttribute(attribute, value);
  if (copy instanceof HTMLDetailsElement) copy.open = true;
  copy.append(...children);
  return [copy];
}
