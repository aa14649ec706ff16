import { domainOf } from './settings.ts';

/** A header of a mail, in the mail's order; `key` is in lower case. */
export interface MailHeader {
  readonly key: string;
  readonly value: string;
}

/** The result of one method in `Authentication-Results` (RFC 8601). */
interface Result {
  readonly method: string;
  readonly result: string;
  readonly properties: Readonly<Record<string, string>>;
}

const longestHeader = 10_000;

/** Without comments and quoted separators, by which a stranger may imitate a result. Null if a comment or quotation does not end. */
function withoutQuotes(value: string): string | null {
  let depth = 0;
  let isQuoted = false;
  let plain = '';
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at] ?? '';
    if (sign === '\\' && (depth > 0 || isQuoted)) at += 1;
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) plain += /[;=()\s]/.test(sign) ? '_' : sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && depth > 0) depth -= 1;
    else plain += depth > 0 ? '' : sign;
  }
  return depth > 0 || isQuoted ? null : plain;
}

/** The results in a header that this mail server wrote; null if another one wrote it. */
function resultsOf(value: string, authserv: string): Result[] | null {
  const plain = withoutQuotes(value.slice(0, longestHeader));
  if (plain === null) return null;
  const [server = '', ...rest] = plain.split(';');
  if (server.trim().split(/\s+/)[0]?.toLowerCase() !== authserv.toLowerCase()) return null;
  return rest.flatMap((part) => {
    const [first = '', ...pairs] = part
      .trim()
      .replace(/\s*=\s*/g, '=')
      .split(/\s+/);
    const [, method, result] = /^([\w-]+)(?:\/\d+)?=([\w-]+)$/.exec(first) ?? [];
    if (method === undefined || result === undefined) return [];
    const properties = Object.fromEntries(
      pairs.flatMap((pair) => {
        const [, name, given] = /^([\w.-]+)=(\S*)$/.exec(pair) ?? [];
        return name === undefined || given === undefined ? [] : [[name.toLowerCase(), given.toLowerCase()]];
      }),
    );
    return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties }];
  });
}

/** The topmost header with its name is from the facility's own mail server; the sender may have written anything in those below. */
function foundBy(headers: readonly MailHeader[], authserv: string): Result[] {
  for (const { key, value } of headers) {
    const results = key === 'authentication-results' ? resultsOf(value, authserv) : null;
    if (results !== null) return results;
  }
  return [];
}

/** Whether two domains are equal or one is a subdomain of the other. */
const isAligned = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`));
/** The domain of an address, or of a value that is only a domain. */
const domainIn = (value: string | undefined): string =>
  value === undefined ? '' : value.includes('@') ? domainOf(value) : value.toLowerCase();

/**
 * Whether the facility's own mail server has verified that a mail is from the address in its `From`: by DMARC, by SPF or DKIM of the same
 * domain, or because the sender logged in there.
 */
export function isCheckedSender(headers: readonly MailHeader[], from: string, authserv: string): boolean {
  const domain = domainOf(from);
  const all = foundBy(headers, authserv);
  const of = (name: string): Result[] => all.filter(({ method }) => method === name);
  const dmarc = of('dmarc').filter(({ result }) => result !== 'none');
  // If there are several DMARC results all must pass: one that contradicts another was not written by the mail server.
  if (dmarc.length > 0)
    return dmarc.every(
      ({ result, properties }) => result === 'pass' && isAligned(domainIn(properties['header.from'] ?? domain), domain),
    );
  const spf = of('spf');
  if (
    spf.length > 0 &&
    spf.every(({ result, properties }) => result === 'pass' && isAligned(domainIn(properties['smtp.mailfrom']), domain))
  )
    return true;
  const hasSignedIn = ({ result, properties }: Result): boolean =>
    result === 'pass' && properties['smtp.auth'] === from.toLowerCase();
  const isSigned = ({ result, properties }: Result): boolean =>
    result === 'pass' && isAligned(domainIn(properties['header.d'] ?? properties['header.i']), domain);
  return of('auth').some(hasSignedIn) || of('dkim').some(isSigned);
}
