import type { Expression } from '@portal/api';

/** The text is not FHIRPath, or uses a part of it that is not supported here. */
export class NotRead extends Error {}

const tokenKinds = ['moment', 'variable', 'string', 'number', 'special', 'name', 'sign'] as const;
type Token = { readonly kind: (typeof tokenKinds)[number]; readonly text: string };

const lexis =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|(?<moment>@(?:T\d{2}(?::\d{2}){0,2}(?:\.\d+)?|\d{4}(?:-\d{2}){0,2}(?:T(?:\d{2}(?::\d{2}){0,2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?)?)?))|(?<variable>%(?:[A-Za-z_][\w-]*|`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'))|(?<string>'(?:[^'\\]|\\.)*')|(?<number>\d+(?:\.\d+)?)|(?<special>\$\w+)|(?<name>[A-Za-z_]\w*|`(?:[^`\\]|\\.)*`)|(?<sign><=|>=|!=|!~|[-+*/&|,=~<>.()[\]{}])/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };
const unquoted = (text: string): string =>
  text
    .slice(1, -1)
    .replace(/\\(u[0-9a-fA-F]{4}|.)/g, (_, code: string) =>
      code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (escapes[code] ?? code),
    );

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  lexis.lastIndex = 0;
  while (lexis.lastIndex < text.length) {
    const at = lexis.lastIndex;
    const groups = lexis.exec(text)?.groups;
    if (!groups) throw new NotRead(`cannot be read from "${text.slice(at, at + 20)}"`);
    for (const kind of tokenKinds) {
      const found = groups[kind];
      if (found === undefined) continue;
      const bare = kind === 'variable' || kind === 'moment' ? found.slice(1) : found;
      const quoted = kind === 'string' || (kind !== 'sign' && /^[`']/.test(bare));
      tokens.push({ kind, text: quoted ? unquoted(bare) : bare });
    }
  }
  return tokens;
}

/** Words that make a number a duration. */
const calendarUnit = /^(?:year|month|week|day|hour|minute|second|millisecond)s?$/;

/** From loosest to tightest binding. */
const precedence: readonly (readonly string[])[] = [
  ['implies'],
  ['or', 'xor'],
  ['and'],
  ['in', 'contains'],
  ['=', '~', '!=', '!~'],
  ['<', '>', '<=', '>='],
  ['|'],
  ['is', 'as'],
  ['+', '-', '&'],
  ['*', '/', 'div', 'mod'],
];

/** Parses an expression. Throws `NotRead` with what is wrong. */
export function parseFhirPath(text: string): Expression {
  const tokens = tokensOf(text);
  let place = 0;
  const peek = (): Token | undefined => tokens[place];
  const isSign = (sign: string) => peek()?.kind === 'sign' && peek()?.text === sign;
  const take = (sign: string) => {
    if (!isSign(sign))
      throw new NotRead(`"${sign}" expected${peek() ? ` before "${peek()?.text ?? ''}"` : ' at the end'}`);
    place += 1;
  };

  function binary(level: number): Expression {
    const operators = precedence[level];
    if (!operators) return unary();
    let left = binary(level + 1);
    for (;;) {
      const token = peek();
      if (!token || (token.kind !== 'sign' && token.kind !== 'name') || !operators.includes(token.text)) return left;
      place += 1;
      left = { kind: 'binary', operator: token.text, left, right: binary(level + 1) };
    }
  }

  function unary(): Expression {
    if (isSign('-')) {
      place += 1;
      return { kind: 'minus', of: unary() };
    }
    if (isSign('+')) place += 1;
    return path();
  }

  function path(): Expression {
    let focus = term();
    for (;;) {
      if (isSign('.')) {
        place += 1;
        focus = step(focus);
      } else if (isSign('[')) {
        place += 1;
        focus = { kind: 'indexed', focus, at: binary(0) };
        take(']');
      } else return focus;
    }
  }

  function step(focus: Expression | null): Expression {
    const token = peek();
    if (token?.kind !== 'name')
      throw new NotRead(`a name expected${token ? ` before "${token.text}"` : ' at the end'}`);
    place += 1;
    if (!isSign('(')) return { kind: 'member', focus, name: token.text };
    take('(');
    const args: Expression[] = [];
    while (!isSign(')')) {
      args.push(binary(0));
      if (!isSign(')')) take(',');
    }
    take(')');
    return { kind: 'call', focus, name: token.text, args };
  }

  function term(): Expression {
    const token = peek();
    if (!token) throw new NotRead('it ends too early');
    switch (token.kind) {
      case 'string':
        place += 1;
        return { kind: 'literal', value: token.text };
      case 'moment':
        place += 1;
        return { kind: 'moment', value: token.text };
      case 'number': {
        place += 1;
        const unit = peek();
        if (unit?.kind !== 'string' && !(unit?.kind === 'name' && calendarUnit.test(unit.text)))
          return { kind: 'literal', value: Number(token.text) };
        place += 1;
        return { kind: 'quantity', value: Number(token.text), unit: unit.text };
      }
      case 'variable':
        place += 1;
        return { kind: 'variable', name: token.text };
      case 'special':
        place += 1;
        if (token.text === '$this') return { kind: 'this' };
        if (token.text === '$total') return { kind: 'total' };
        return { kind: 'index' };
      case 'name':
        if (token.text === 'true' || token.text === 'false') {
          place += 1;
          return { kind: 'literal', value: token.text === 'true' };
        }
        return step(null);
      case 'sign':
        if (isSign('(')) {
          take('(');
          const inner = binary(0);
          take(')');
          return inner;
        }
        if (isSign('{')) {
          take('{');
          take('}');
          return { kind: 'empty' };
        }
        throw new NotRead(`"${token.text}" is not expected here`);
    }
  }

  const expression = binary(0);
  if (place < tokens.length) throw new NotRead(`"${tokens[place]?.text ?? ''}" is not expected here`);
  return expression;
}
