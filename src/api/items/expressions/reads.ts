import type { Expression } from '../../formLogic.ts';

/** The linkIds whose items, with all below them, an expression reads; `all` when it may read any. */
export type Reads = ReadonlySet<string> | 'all';

type Part = Expression | null;
/** Functions whose arguments begin at the value on which they are called. */
const handsOn: readonly string[] = ['where', 'select', 'all', 'any', 'exists', 'repeat', 'aggregate'];
/** Functions whose argument is the name of a type. */
const typed: readonly string[] = ['ofType', 'is', 'as'];
/** A path that begins with this type's name begins at the response, like one at `%resource`. */
export const responseType = 'QuestionnaireResponse';
const isResponse = (part: Part): boolean =>
  part?.kind === 'member' && part.focus === null && part.name === responseType;
const isRoot = (part: Part): boolean =>
  isResponse(part) || (part?.kind === 'variable' && (part.name === 'resource' || part.name === 'context'));

/** The texts in `'a'` and in `'a' | 'b'`. */
function literalsIn(part: Expression): readonly string[] | null {
  if (part.kind === 'literal') return typeof part.value === 'string' ? [part.value] : null;
  if (part.kind !== 'binary' || part.operator !== '|') return null;
  const [left, right] = [literalsIn(part.left), literalsIn(part.right)];
  return left && right && [...left, ...right];
}

const isOwnLinkId = (part: Expression): boolean =>
  part.kind === 'member' && part.name === 'linkId' && (part.focus === null || part.focus.kind === 'this');

/** The linkIds that a criterion requires; null when it may be true for an item with another linkId. */
function linkIdsIn(criterion: Expression | undefined): readonly string[] | null {
  if (criterion?.kind !== 'binary') return null;
  const { operator, left, right } = criterion;
  if (operator === 'and') return linkIdsIn(left) ?? linkIdsIn(right);
  if (operator === 'or') {
    const [one, other] = [linkIdsIn(left), linkIdsIn(right)];
    return one && other && [...one, ...other];
  }
  if (operator === 'in') return isOwnLinkId(left) ? literalsIn(right) : null;
  if (operator !== '=') return null;
  if (isOwnLinkId(left)) return right.kind === 'literal' ? literalsIn(right) : null;
  return isOwnLinkId(right) && left.kind === 'literal' ? literalsIn(left) : null;
}

/** True for a path that only goes down from the root of the tree, such as `%resource.item` or `%resource.repeat(item)`. */
function goesDown(part: Part, fromFocus: boolean): boolean {
  if (part === null) return fromFocus;
  if (isRoot(part)) return true;
  if (part.kind === 'member')
    return (part.name === 'item' || part.name === 'answer') && goesDown(part.focus, fromFocus);
  if (part.kind !== 'call') return false;
  if (part.name === 'descendants') return goesDown(part.focus, fromFocus);
  if (part.name !== 'repeat' && part.name !== 'select') return false;
  return (
    part.args.every((arg) => (arg.kind === 'binary' || arg.kind === 'member' ? onlyDown(arg) : false)) &&
    goesDown(part.focus, fromFocus)
  );
}
/** True for `item`, `answer.item`, `item | answer.item`. */
const onlyDown = (part: Part): boolean =>
  part === null ||
  (part.kind === 'member' && (part.name === 'item' || part.name === 'answer') && onlyDown(part.focus)) ||
  (part.kind === 'binary' && part.operator === '|' && onlyDown(part.left) && onlyDown(part.right));

/** What an expression reads as part of an item with the linkId `own`, or of the whole questionnaire. */
export function readsOf(
  expression: Expression,
  own: string | null,
  readsOfVariable: (name: string) => Reads | null,
): Reads {
  const linkIds = new Set<string>();
  let isAll = false;
  const readContext = () => {
    if (own === null) isAll = true;
    else linkIds.add(own);
  };
  /** `isFocus`: a path without a start begins at the context, and not at the value that a function passes on. */
  function visit(part: Part, isFocus: boolean): void {
    if (part === null) {
      if (isFocus) readContext();
      return;
    }
    switch (part.kind) {
      case 'literal':
      case 'moment':
      case 'quantity':
      case 'empty':
      case 'total':
      case 'index':
        return;
      case 'this':
        if (isFocus) readContext();
        return;
      case 'variable': {
        if (part.name === 'resource') isAll = true;
        else if (part.name === 'context') readContext();
        const declared = isRoot(part) ? null : readsOfVariable(part.name);
        if (declared === 'all') isAll = true;
        else for (const linkId of declared ?? []) linkIds.add(linkId);
        return;
      }
      case 'member':
        // The linkId of the item itself is always there.
        if (part.name === 'linkId' && part.focus?.kind === 'variable' && part.focus.name === 'context') return;
        if (isResponse(part)) isAll = true;
        else visit(part.focus, isFocus);
        return;
      case 'call': {
        if (part.focus === null && (part.name === 'today' || part.name === 'now')) return;
        const found = part.name === 'where' || part.name === 'exists' ? linkIdsIn(part.args[0]) : null;
        if (found !== null && goesDown(part.focus, isFocus)) for (const linkId of found) linkIds.add(linkId);
        else if (part.focus !== null || part.name !== 'iif') visit(part.focus, isFocus);
        if (typed.includes(part.name)) return;
        for (const arg of part.args) visit(arg, isFocus && !handsOn.includes(part.name));
        return;
      }
      case 'indexed':
        visit(part.focus, isFocus);
        visit(part.at, isFocus);
        return;
      case 'minus':
        visit(part.of, isFocus);
        return;
      case 'binary':
        visit(part.left, isFocus);
        if (!typed.includes(part.operator)) visit(part.right, isFocus);
        return;
    }
  }
  visit(expression, true);
  return isAll ? 'all' : linkIds;
}
