/** Bytes that are no HL7 v2 message in ER7, the notation with bars. The message names a place and never repeats what stands there. */
export class NotHl7 extends Error {}

/** The separators of one message (MSH-1 and MSH-2). An empty one is not used in the message. */
export interface Separators {
  readonly field: string;
  readonly component: string;
  readonly repetition: string;
  readonly escape: string;
  readonly subcomponent: string;
}

/** The most bytes of a message, and the most segments and fields that are read of it. */
export const limits = { bytes: 10_000_000, segments: 20_000, fields: 500, repetitions: 1000 } as const;

/** What stands in an element. Undefined: nothing is said, so what is known stays. Null: the sender deletes what was there (`""`). */
export type ElementValue = string | null | undefined;

const escapes: Readonly<Record<string, keyof Separators>> = {
  F: 'field',
  S: 'component',
  R: 'repetition',
  E: 'escape',
  T: 'subcomponent',
};
/** Longer text between two escape characters is no escape sequence. */
const longestEscape = 400;
/** Line breaks and spaces of formatted text; highlighting and other character sets are dropped. */
const formatted = /^\.(?:br|sp|ce|in|ti|sk|fi|nf)\s*[+-]?\d*$/i;
const dropped = /^(?:H|N|P|Z[^\\]*|[CM](?:[0-9A-F]{2})+)$/i;

function bytesIn(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What an escape sequence means, without its escape characters; null if it is none. */
function meaningOf(sequence: string, separators: Separators): string | null {
  const separator = escapes[sequence];
  if (separator !== undefined) return separators[separator];
  if (/^X(?:[0-9A-F]{2})+$/i.test(sequence)) return bytesIn(sequence.slice(1)).replaceAll('\u0000', '');
  if (formatted.test(sequence)) {
    const [command, count] = [sequence.slice(1, 3).toLowerCase(), Number(/\d+$/.exec(sequence)?.[0] ?? '1')];
    if (command === 'br' || command === 'ce') return '\n';
    if (command === 'sp') return '\n'.repeat(Math.min(count, 20));
    return command === 'sk' ? ' '.repeat(Math.min(count, 100)) : '';
  }
  return dropped.test(sequence) ? '' : null;
}

/** The text of an element with its escape sequences resolved. What is no escape sequence stays as it is written. */
export function unescaped(written: string, separators: Separators): string {
  const { escape } = separators;
  if (escape === '' || !written.includes(escape)) return written;
  const parts: string[] = [];
  let at = 0;
  for (let open = written.indexOf(escape); open !== -1; open = written.indexOf(escape, at)) {
    const close = written.indexOf(escape, open + 1);
    if (close === -1) break;
    const isShort = close - open <= longestEscape;
    const meaning = isShort ? meaningOf(written.slice(open + 1, close), separators) : null;
    parts.push(written.slice(at, open), meaning ?? escape);
    at = meaning === null ? open + 1 : close + 1;
  }
  return parts.join('') + written.slice(at);
}

/** Writes text so that none of its characters is taken for a separator, a mark of a frame or, where it is `""`, for a deletion. */
export function escaped(text: string, separators: Separators): string {
  const { escape } = separators;
  if (escape === '') return text;
  if (text === '""') return `${escape}X22${escape}"`;
  return Array.from(text.replaceAll('\r\n', '\n'), (letter) => {
    if (letter === '\n' || letter === '\r') return `${escape}.br${escape}`;
    if (letter === '\u000B' || letter === '\u001C') return `${escape}X${letter === '\u000B' ? '0B' : '1C'}${escape}`;
    const name = Object.entries(escapes).find(([, separator]) => separators[separator] === letter)?.[0];
    return name === undefined ? letter : `${escape}${name}${escape}`;
  }).join('');
}

const split = (text: string, separator: string): string[] => (separator === '' ? [text] : text.split(separator));

/** One repetition of a field. */
export class Repetition {
  readonly written: string;
  readonly #separators: Separators;

  constructor(written: string, separators: Separators) {
    this.written = written;
    this.#separators = separators;
  }

  /** Whether it is `""` as a whole: the sender deletes the field. */
  get isDeleted(): boolean {
    return this.written === '""';
  }

  /** The text of a component, both counted from 1. Blanks around it count as nothing. */
  at(component: number, subcomponent = 1): ElementValue {
    const { component: between, subcomponent: within } = this.#separators;
    const part = split(split(this.written, between)[component - 1] ?? '', within)[subcomponent - 1] ?? '';
    if (part === '""') return null;
    const text = unescaped(part, this.#separators).trim();
    return text === '' ? undefined : text;
  }

  /** The text of a component where deleted and not said are the same. */
  text(component: number, subcomponent = 1): string | null {
    return this.at(component, subcomponent) ?? null;
  }

  /** The whole text, for fields that have no components. */
  whole(): string {
    return unescaped(this.written, this.#separators);
  }

  /** How many components are written. */
  get components(): number {
    return split(this.written, this.#separators.component).length;
  }
}

/** One line of a message. Its fields are looked at when somebody asks, so that a hostile message costs no more memory than its text. */
export class Segment {
  readonly name: string;
  readonly written: string;
  readonly separators: Separators;
  #fields: readonly string[] | null = null;

  constructor(written: string, separators: Separators) {
    this.name = written.slice(0, 3);
    this.written = written;
    this.separators = separators;
  }

  /** A field as it is written, counted from 1 as the standard does: MSH-1 is the field separator. */
  field(number: number): string {
    const { field } = this.separators;
    if (this.name === 'MSH' && number === 1) return field;
    this.#fields ??= this.written.split(field, limits.fields);
    return this.#fields[this.name === 'MSH' ? number - 1 : number] ?? '';
  }

  /** The repetitions of a field that say something. */
  all(number: number): Repetition[] {
    const written = this.field(number);
    if (written === '') return [];
    const { repetition } = this.separators;
    const parts = repetition === '' ? [written] : written.split(repetition, limits.repetitions);
    return parts.filter((part) => part !== '').map((part) => new Repetition(part, this.separators));
  }

  /** The first repetition of a field, which may be empty. */
  first(number: number): Repetition {
    return this.all(number)[0] ?? new Repetition('', this.separators);
  }

  /** The text of a component of the first repetition. */
  at(number: number, component = 1, subcomponent = 1): ElementValue {
    return this.first(number).at(component, subcomponent);
  }

  /** The same where deleted and not said are the same. */
  text(number: number, component = 1, subcomponent = 1): string | null {
    return this.at(number, component, subcomponent) ?? null;
  }
}

export interface Message {
  readonly separators: Separators;
  readonly header: Segment;
  readonly segments: readonly Segment[];
}

/** The separators that a message's first line names. */
export function separatorsOf(text: string): Separators {
  if (!text.startsWith('MSH')) throw new NotHl7('it does not begin with MSH');
  const field = text[3] ?? '';
  const [encoding = ''] = text.slice(4, 12).split(field, 1);
  const [component = '', repetition = '', escape = '', subcomponent = ''] = encoding;
  const used = [field, component, repetition, escape, subcomponent].filter((one) => one !== '');
  if (component === '' || used.some((one) => /[\w\s"]/.test(one)) || new Set(used).size < used.length)
    throw new NotHl7('MSH-1 and MSH-2 do not name separators');
  return { field, component, repetition, escape, subcomponent };
}

/**
 * Reads a message. Segments end with CR, LF or both; where there are CRs, a lone LF is part of a text, as some senders write it. Throws
 * `NotHl7`.
 */
export function parseMessage(given: string): Message {
  const text = given.replace(/^\uFEFF/, '');
  const separators = separatorsOf(text);
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\r').split('\r', limits.segments + 2) : text.split('\n');
  const segments: Segment[] = [];
  for (const [at, line] of lines.entries()) {
    const written = line.replace(/^\n+|\n+$/g, '');
    if (written.trim() === '') continue;
    if (!/^[A-Z][A-Z0-9]{2}$/.test(written.slice(0, 3)) || ![separators.field, ''].includes(written.charAt(3)))
      throw new NotHl7(`line ${String(at + 1)} is no segment`);
    if (written.startsWith('MSH') && segments.length > 0) throw new NotHl7(`line ${String(at + 1)} is a second MSH`);
    segments.push(new Segment(written, separators));
    if (segments.length > limits.segments) throw new NotHl7(`it has more than ${String(limits.segments)} segments`);
  }
  const [header] = segments;
  if (header === undefined) throw new NotHl7('it is empty');
  return { separators, header, segments };
}
