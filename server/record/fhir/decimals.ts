const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The index after the closing quote of the string that begins at `open`. */
function afterString(json: string, open: number): number {
  for (let close = json.indexOf('"', open + 1); close !== -1; close = json.indexOf('"', close + 1)) {
    let slashes = 0;
    while (json[close - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return close + 1;
  }
  return json.length;
}

/** A decimal without an exponent and with all its digits. If that would be absurdly long, it stays as written. */
export function plainDecimal(written: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const shift = Number(exponent);
  if (exponent === '' || Math.abs(shift) > 30) return written;
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const left = digits
    .padEnd(point, '0')
    .slice(0, point)
    .replace(/^0+(?=\d)/, '');
  return point >= digits.length ? `${sign}${left}` : `${sign}${left}.${digits.slice(point)}`;
}

/** A number that JavaScript would write differently becomes a string, because "7.0" is a more precise measurement than "7". */
export function parseKeepingDecimals(json: string): unknown {
  const parts: string[] = [];
  for (let at = 0; at < json.length;) {
    const open = json.indexOf('"', at);
    const end = open === -1 ? json.length : open;
    parts.push(
      json
        .slice(at, end)
        .replace(number, (written) => (String(Number(written)) === written ? written : `"${written}"`)),
    );
    if (open === -1) break;
    at = afterString(json, open);
    parts.push(json.slice(open, at));
  }
  return JSON.parse(parts.join(''));
}
