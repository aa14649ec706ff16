import sanitizeHtml from 'sanitize-html';

const shapes = [
  'svg',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'defs',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'title',
  'desc',
];
const attributes = [
  'xmlns',
  'viewBox',
  'width',
  'height',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'fx',
  'fy',
  'd',
  'points',
  'transform',
  'id',
  'role',
  'offset',
  'opacity',
  'fill',
  'fill-rule',
  'fill-opacity',
  'clip-rule',
  'clip-path',
  'mask',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-dasharray',
  'stroke-opacity',
  'stop-color',
  'stop-opacity',
  'gradientUnits',
  'gradientTransform',
  'clipPathUnits',
  'maskUnits',
  'spreadMethod',
  'preserveAspectRatio',
  'vector-effect',
];
/** Whether a paint value refers to anything but a part of the same drawing. */
const leadsOut = (value: string): boolean =>
  /url\s*\(\s*(?!['"]?#)/i.test(value) || /[\\<>&]/.test(value) || /^\s*(?:javascript|data):/i.test(value);

/** Width divided by height of a drawing, according to its `viewBox`; 1 if that is missing or invalid. */
export function svgRatio(svg: string): number {
  const [, box = ''] = /^<svg\b[^>]*\sviewBox="([^"]*)"/.exec(svg) ?? [];
  const [, , width = 0, height = 0] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const ratio = width / height;
  return Number.isFinite(ratio) && ratio > 0 ? ratio : 1;
}

/** Sanitizes a logo to shapes and paint. Null if the result is not a drawing with a `viewBox` or is larger than 100 KB. */
export function safeSvg(text: string): string | null {
  const clean = sanitizeHtml(text.replace(/<\?xml[^>]*\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>/gi, ''), {
    allowedTags: shapes,
    allowedAttributes: false,
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'foreignObject', 'text', 'metadata', 'image', 'iframe'],
    allowVulnerableTags: false,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
    transformTags: {
      '*': (tagName, given) => ({
        tagName,
        attribs: Object.fromEntries(
          Object.entries(given).filter(([name, value]) => attributes.includes(name) && !leadsOut(value)),
        ),
      }),
    },
  }).trim();
  const start = /^<svg\b[^>]*>/.exec(clean)?.[0];
  if (
    start === undefined ||
    !/\sviewBox="[-\d.eE, ]+"/.test(start) ||
    !clean.endsWith('</svg>') ||
    clean.length > 100_000
  )
    return null;
  return start.includes('xmlns="http://www.w3.org/2000/svg"')
    ? clean
    : clean.replace(/^<svg\b(?:\s+xmlns="[^"]*")?/, '<svg xmlns="http://www.w3.org/2000/svg"');
}
