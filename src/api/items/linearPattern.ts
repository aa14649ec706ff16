/** One state of the automaton; what precedes it has matched. */
type State =
  | { readonly id: number; readonly kind: 'char'; readonly isIn: (char: string) => boolean; readonly next: State }
  /** Both alternatives, the preferred one first. */
  | { readonly id: number; readonly kind: 'either'; first: State; second: State }
  | {
      readonly id: number;
      readonly kind: 'at';
      readonly holds: (text: string, at: number) => boolean;
      readonly next: State;
    }
  | { readonly id: number; readonly kind: 'end' };
/** Makes the states of a part of a pattern, in front of those that follow it. */
type Part = (next: State) => State;

/** A regular expression whose work grows only linearly with the length of the text, whatever is typed. */
export interface LinearPattern {
  /** Whether the whole text matches. `spend` is called with the work. */
  matchesAll(text: string, spend?: Spend): boolean;
  /** The first match from a position on. */
  find(text: string, from: number, spend?: Spend): { readonly from: number; readonly to: number } | null;
}
type Spend = (steps: number) => void;

const mostSigns = 1_000;
const mostStates = 1_000;
/** Most patterns that are cached, and most cached characters for each of their parts. */
const mostKnown = 300;
class NotLinear extends Error {}

const isWordAt = (text: string, at: number): boolean => /\w/.test(text.charAt(at));
const assertions: Readonly<Record<string, (text: string, at: number) => boolean>> = {
  '^': (_text, at) => at === 0,
  $: (text, at) => at === text.length,
  '\\b': (text, at) => isWordAt(text, at - 1) !== isWordAt(text, at),
  '\\B': (text, at) => isWordAt(text, at - 1) === isWordAt(text, at),
};

/** The flags with which ECMAScript accepts a pattern. Questionnaires contain escapes that the strict mode refuses. */
function flagsFor(pattern: string): string | null {
  for (const flags of ['u', ''])
    try {
      new RegExp(pattern, flags);
      return flags;
    } catch {
      continue;
    }
  return null;
}

function statesOf(pattern: string, flags: string): State {
  let count = 0;
  const end: State = { id: count, kind: 'end' };
  function newId(): number {
    count += 1;
    if (count > mostStates) throw new NotLinear();
    return count;
  }
  let at = 0;
  function take(found: RegExp): string | null {
    found.lastIndex = at;
    const text = found.exec(pattern)?.[0] ?? null;
    if (text !== null) at += text.length;
    return text;
  }

  function char(source: string): Part {
    const one = new RegExp(`^(?:${source})$`, flags);
    const known = new Map<string, boolean>();
    const isIn = (sign: string) => {
      const before = known.get(sign);
      if (before !== undefined) return before;
      if (known.size >= mostKnown) known.clear();
      const is = one.test(sign);
      known.set(sign, is);
      return is;
    };
    return (next) => ({ id: newId(), kind: 'char', isIn, next });
  }
  function atom(): Part {
    const open = take(/\((?:\?(?::|<(?![=!])[^>]*>))?/y);
    if (open !== null) {
      if (pattern.startsWith('?', at)) throw new NotLinear();
      const inner = alternatives();
      at += 1;
      return inner;
    }
    const assertion = take(/[$^]|\\[bB]/y);
    const holds = assertion === null ? undefined : assertions[assertion];
    if (holds) return (next) => ({ id: newId(), kind: 'at', holds, next });
    // A back-reference is not a regular language.
    if (/^\\[1-9k]/.test(pattern.slice(at, at + 2))) throw new NotLinear();
    const source =
      take(/\[(?:\\.|[^\]\\])*\]/suy) ??
      take(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|.)/suy) ??
      take(/./suy);
    if (source === null) throw new NotLinear();
    return char(/^[{}\]]$/.test(source) ? `\\${source}` : source);
  }
  function repeated(part: Part): Part {
    const sign = take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (sign === null) return part;
    const [, from, comma, to] = /^\{(\d+)(,?)(\d*)\}/.exec(sign) ?? [];
    const least = from === undefined ? (sign.startsWith('+') ? 1 : 0) : Number(from);
    const most =
      from === undefined
        ? sign.startsWith('?')
          ? 1
          : Infinity
        : comma === ''
          ? least
          : to === ''
            ? Infinity
            : Number(to);
    if (least > mostStates || (most !== Infinity && most > mostStates)) throw new NotLinear();
    const isLazy = sign.length > 1 && sign.endsWith('?');
    const either = (on: State, past: State): State => ({
      id: newId(),
      kind: 'either',
      first: isLazy ? past : on,
      second: isLazy ? on : past,
    });
    return (next) => {
      let built = next;
      if (most === Infinity) {
        const loop: State = { id: newId(), kind: 'either', first: next, second: next };
        const body = part(loop);
        if (isLazy) loop.second = body;
        else loop.first = body;
        built = loop;
      } else for (let extra = least; extra < most; extra += 1) built = either(part(built), next);
      for (let one = 0; one < least; one += 1) built = part(built);
      return built;
    };
  }
  function sequence(): Part {
    const parts: Part[] = [];
    while (at < pattern.length && !/[|)]/.test(pattern.charAt(at))) parts.push(repeated(atom()));
    return (next) => parts.reduceRight((state, part) => part(state), next);
  }
  function alternatives(): Part {
    const all = [sequence()];
    while (pattern.charAt(at) === '|') {
      at += 1;
      all.push(sequence());
    }
    return (next) =>
      all
        .map((part) => part(next))
        .reduceRight((second, first): State => ({ id: newId(), kind: 'either', first, second }));
  }
  const whole = alternatives();
  if (at < pattern.length) throw new NotLinear();
  return whole(end);
}

/** A state with the start of its match. */
interface Thread {
  readonly state: State;
  readonly from: number;
}

/** Follows all states at once, the preferred first, each once at a position. `isWhole`: the match must span the whole text. */
function run(start: State, text: string, begin: number, isWhole: boolean, spend: Spend = () => undefined) {
  const enteredAt = new Int32Array(mostStates + 1).fill(-1);
  let found: { from: number; to: number } | null = null;
  let threads: Thread[] = [];
  /** Enters a state, and every state that is reached from it without reading a character. */
  function enter(first: State, from: number, at: number, into: Thread[]): void {
    const open = [first];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (enteredAt[state.id] === at) continue;
      enteredAt[state.id] = at;
      if (state.kind === 'either') open.push(state.second, state.first);
      else if (state.kind !== 'at') into.push({ state, from });
      else if (state.holds(text, at)) open.push(state.next);
    }
  }
  for (let at = begin; ;) {
    if (found === null && (!isWhole || at === begin)) enter(start, at, at, threads);
    if (threads.length === 0 && (isWhole || found !== null)) return found;
    spend(1 + threads.length);
    const code = text.codePointAt(at);
    const sign = code === undefined ? '' : String.fromCodePoint(code);
    const next: Thread[] = [];
    spend(threads.length);
    const after = at + Math.max(1, sign.length);
    for (const { state, from } of threads) {
      if (state.kind === 'end') {
        if (isWhole && at < text.length) continue;
        found = { from, to: at };
        // The threads after this one are less preferred.
        break;
      }
      if (state.kind === 'char' && sign !== '' && state.isIn(sign)) enter(state.next, from, after, next);
    }
    if (sign === '' || (isWhole && found !== null)) return found;
    threads = next;
    at = after;
  }
}

const read = new Map<string, LinearPattern | null>();

/**
 * Compiles a pattern of ECMAScript for matching without backtracking; null when it is not a pattern, has look-around or back-references, or
 * is too large. The page and the server both use it, so that they agree about every text.
 */
export function linearPattern(pattern: string, dots: 'of a line' | 'of all' = 'of a line'): LinearPattern | null {
  const key = `${dots} ${pattern}`;
  const known = read.get(key);
  if (known !== undefined) return known;
  if (read.size >= mostKnown) read.clear();
  const found = readPattern(pattern, dots === 'of all' ? 's' : '');
  read.set(key, found);
  return found;
}
function readPattern(pattern: string, moreFlags: string): LinearPattern | null {
  const flags = pattern.length > mostSigns ? null : flagsFor(pattern);
  if (flags === null) return null;
  try {
    const start = statesOf(pattern, flags + moreFlags);
    return {
      matchesAll: (text, spend) => run(start, text, 0, true, spend) !== null,
      find: (text, from, spend) => run(start, text, from, false, spend),
    };
  } catch (error) {
    if (error instanceof NotLinear || error instanceof RangeError) return null;
    throw error;
  }
}
