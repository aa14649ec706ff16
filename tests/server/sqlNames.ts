/**
 * Checks that the names in SQL tell its columns apart. A value's name must resemble its column enough that two values, exchanged by
 * mistake, would fit their names worse; then a test can notice it. This reads SQL by its punctuation, which is enough for the project's own
 * statements.
 */

/** A name and the expression whose value it gets, or a parameter and the column that it is compared with. */
export interface Named {
  readonly name: string;
  /** The expression as it is written. */
  readonly value: string;
  /** The identifiers in it, without functions and keywords; the `id` of a table is `<table>_id`. */
  readonly identifiers: readonly string[];
  /** The tables that they belong to, as far as the text tells. */
  readonly tables: readonly string[];
  /**
   * A column or a parameter, with at most a cast or a replacement for null. Nothing else in it would show that it is in the wrong place.
   */
  readonly isPlain: boolean;
}

const tokenPattern =
  /'(?:[^']|'')*'|"[^"]+"|\$\w+|[a-z_]\w*(?:\.(?:\w+|"[^"]+"|\*))?|\d+(?:\.\d+)?|::|<=|>=|<>|->>|->|\|\||\S/gi;
const keywords = new Set(
  `all and any array as asc at between by case collate conflict cross current_date desc distinct do else end epoch exists false filter first
   for from in interval is join lateral last left like limit not null nulls of offset on or order ordinality over partition returning select set share
   skip locked then time true union update using values when where with within without zone`.split(/\s+/),
);
const listEnds = new Set('from where union order limit for group having on returning offset window'.split(' '));
const comparisons = new Set(['=', '<>', '<', '>', '<=', '>=']);

const camel = (name: string): string =>
  name.replaceAll('"', '').replace(/_([a-z0-9])/g, (_all, next: string) => next.toUpperCase());
const singular = (table: string): string => table.replace(/ies$/, 'y').replace(/(ss|[^s])s$/, '$1');
const isIdentifier = (token: string): boolean => /^["$a-z_]/i.test(token) && !keywords.has(token.toLowerCase());
const wordsOf = (name: string): string[] =>
  camel(name)
    .replace(/^\$/, '')
    .split(/(?=[A-Z])|(?<=[a-z])(?=[0-9])/)
    .map((word) => singular(word.toLowerCase()));

/** Index after the parenthesis that closes the one at `open`. */
function afterClosing(tokens: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (tokens[at] === '(') depth += 1;
    if (tokens[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

/** The items of a list that begins at `start`, each as its tokens. */
function itemsFrom(tokens: readonly string[], start: number): string[][] {
  const items: string[][] = [[]];
  for (let at = start, depth = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (token === '(' || token === '[') depth += 1;
    if (token === ')' || token === ']') depth -= 1;
    if (depth < 0 || (depth === 0 && listEnds.has(token) && tokens[at - 1] !== 'distinct')) break;
    if (depth === 0 && token === ',') items.push([]);
    else items.at(-1)?.push(token);
  }
  return items;
}

/** Reads the names and values of one statement, in lists within which values could be exchanged. */
export function namedIn(sql: string): Named[][] {
  const tokens: readonly string[] = sql.match(tokenPattern) ?? [];
  const tables = new Map<string, string>();
  const isName = (token: string | undefined): token is string => token !== undefined && /^[a-z_]\w*$/.test(token);
  tokens.forEach((token, at) => {
    const table = tokens[at + 1];
    if (!['from', 'join', 'update', 'into', 'using', ','].includes(token) || !isName(table) || keywords.has(table))
      return;
    const alias = tokens[at + (tokens[at + 2] === 'as' ? 3 : 2)];
    if (token !== ',') tables.set(table, table);
    if (isName(alias) && !keywords.has(alias) && (token !== ',' || tokens[at + 2] !== 'as')) tables.set(alias, table);
  });
  /** The table of a column without a qualifier: the last one named before it, or the first after it. */
  const tableAt = (at: number): string => {
    const named = (index: number): string | undefined => {
      const before = tokens[index - 1] ?? '';
      return ['from', 'update', 'into'].includes(before) ? tables.get(tokens[index] ?? '') : undefined;
    };
    for (let index = at; index > 0; index -= 1) {
      if (tokens[index] === 'select') break;
      const found = named(index);
      if (found !== undefined) return found;
    }
    for (let index = at; index < tokens.length; index += 1) {
      const found = named(index);
      if (found !== undefined) return found;
    }
    return '';
  };
  const named = (name: string, value: readonly string[], at: number, inTable = ''): Named => {
    const owners = new Set<string>(inTable === '' ? [] : [inTable]);
    const identifiers = value.flatMap((token, index) => {
      if (!isIdentifier(token) || value[index + 1] === '(' || value[index - 1] === '::') return [];
      const [first = '', second] = token.split('.');
      const table = second === undefined ? tableAt(at) : (tables.get(first) ?? first);
      const column = second ?? first;
      if (column.startsWith('$')) return [column];
      owners.add(table);
      return [column === 'id' ? `${singular(table)}_id` : column];
    });
    const rest = value.filter((token, index) => value[index - 1] !== '::' && !isIdentifier(token));
    const isPlain =
      identifiers.length > 0 &&
      rest.every((token) => /^(?:[(),]|::|'.*'|\d+)$/.test(token)) &&
      value.every((token, index) => value[index + 1] !== '(' || ['coalesce', 'lower'].includes(token));
    return { name: camel(name), value: value.join(' '), identifiers, tables: [...owners], isPlain };
  };
  const aliased = (item: readonly string[], at: number): Named[] => {
    const alias = item.at(-2) === 'as' ? item.at(-1) : item.length === 1 ? item[0]?.split('.').at(-1) : undefined;
    if (alias === undefined || alias === '*') return [];
    return [named(alias, item.at(-2) === 'as' ? item.slice(0, -2) : item, at)];
  };
  const groups: Named[][] = [];
  const parameters: Named[] = [];
  const assign = (column: string, value: readonly string[], at: number, table: string): Named => {
    const [only, ...cast] = value;
    if (only?.startsWith('$') === true && (cast.length === 0 || cast[0] === '::'))
      parameters.push(named(only.slice(1), [column], at, table));
    return named(column, value, at);
  };
  let target = '';
  tokens.forEach((token, at) => {
    if (token === 'into' || (token === 'update' && isName(tokens[at + 1]) && tokens[at + 1] !== 'set'))
      target = tokens[at + 1] ?? '';
    if (token === 'select' || token === 'returning') {
      let start = tokens[at + 1] === 'distinct' ? at + 2 : at + 1;
      if (tokens[start] === 'on') start = afterClosing(tokens, start + 1);
      groups.push(itemsFrom(tokens, start).flatMap((item) => aliased(item, at)));
    } else if (token === 'into') {
      const open = tokens.indexOf('(', at);
      const close = afterClosing(tokens, open);
      const columns = itemsFrom(tokens, open + 1).map(([column = '']) => column);
      const values = itemsFrom(tokens, tokens[close] === 'values' ? close + 2 : close + 1);
      groups.push(columns.map((column, index) => assign(column, values[index] ?? [], close, target)));
    } else if (token === 'set') {
      groups.push(
        itemsFrom(tokens, at + 1).flatMap(([column = '', equals, ...value]) =>
          equals === '=' ? [assign(column, value, at, target)] : [],
        ),
      );
    } else if (/^jsonb?_build_object$/.test(token)) {
      const parts = itemsFrom(tokens, at + 2);
      groups.push(
        parts.flatMap((key, index) =>
          index % 2 === 0 ? [named((key[0] ?? '').replaceAll("'", ''), parts[index + 1] ?? [], at)] : [],
        ),
      );
    } else if (comparisons.has(token) || (token === 'from' && tokens[at - 1] === 'distinct')) {
      const before = operandBefore(tokens, token === 'from' ? tokens.lastIndexOf('is', at) : at);
      const after = operandAfter(tokens, at);
      for (const [one, other] of [
        [before, after],
        [after, before],
      ] as const) {
        const [parameter, ...more] = one.filter((each) => each.startsWith('$'));
        if (parameter !== undefined && more.length === 0 && !other.some((each) => each.startsWith('$')))
          parameters.push(named(parameter.slice(1), other, at));
      }
    }
  });
  return [...groups, parameters].filter((group) => group.length > 1);
}

function operandBefore(tokens: readonly string[], end: number): string[] {
  let start = end - 1;
  if (tokens[start - 1] === '::') start -= 2;
  if (tokens[start] === ')')
    for (let depth = 1; depth > 0 && start > 0;) {
      start -= 1;
      depth += tokens[start] === ')' ? 1 : tokens[start] === '(' ? -1 : 0;
    }
  return tokens.slice(start, end);
}

function operandAfter(tokens: readonly string[], operator: number): string[] {
  const start = operator + 1;
  const open = tokens[start] === '(' ? start : tokens[start + 1] === '(' ? start + 1 : -1;
  return tokens.slice(start, open === -1 ? start + 1 : afterClosing(tokens, open));
}

/** How well a name fits a value: 3 if they are the same, otherwise the share of words that they have in common. */
function fit(name: string, { identifiers, tables }: Named): number {
  const [only, ...more] = identifiers;
  if (only !== undefined && more.length === 0 && camel(only).replace(/^\$/, '') === name) return 3;
  const ours = new Set(wordsOf(name));
  const theirs = new Set(identifiers.flatMap(wordsOf));
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  const ofTable = tables.flatMap(wordsOf).filter((word) => ours.has(word)).length;
  return shared / Math.max(1, ours.size + theirs.size - shared) + ofTable / 10;
}

const isSame = (one: Named, other: Named): boolean =>
  one.value === other.value && one.tables.join() === other.tables.join();

/** Pairs in the list that could be exchanged without a name looking wrong, each as `name = value / name = value`. */
export function exchangeable(list: readonly Named[]): string[] {
  return list.flatMap((one, index) =>
    list.slice(index + 1).flatMap((other) => {
      if (!one.isPlain || !other.isPlain || one.name === other.name || isSame(one, other)) return [];
      const asWritten = fit(one.name, one) + fit(other.name, other);
      const exchanged = fit(one.name, other) + fit(other.name, one);
      return asWritten > exchanged ? [] : [`${one.name} = ${one.value} / ${other.name} = ${other.value}`];
    }),
  );
}
