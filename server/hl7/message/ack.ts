import { type Segment, escaped, parseMessage } from './er7.ts';
import { encodeAnswer } from './charset.ts';
import { utcStamp } from './times.ts';
import { type Refusal, codeIn, errorText, isAwaited } from './header.ts';

/** What an acknowledgement says: the message is stored, or why it is not. */
export type Outcome =
  | { readonly kind: 'stored'; readonly answerId: string; readonly at: Date }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly answerId: string; readonly at: Date };

/** For bytes without a header that can be read. */
const unknownHeader = (): Segment => parseMessage('MSH|^~\\&|||||||||P|2.5').header;

function errorLine({ error, field, text, ...one }: Refusal, version: string, header: Segment): string {
  const {
    separators: { field: bar, component, subcomponent },
  } = header;
  const place = field === null ? [] : ['MSH', '1', String(field)];
  const codes = [String(error), errorText({ error, field, text, ...one }), 'HL70357'];
  // Until 2.4 ERR-1 has the place and the code in one.
  if (/^2\.[0-4]/.test(version)) {
    const parts = place.length === 0 ? ['', '', ''] : place;
    return ['ERR', [...parts, codes.join(subcomponent === '' ? ' ' : subcomponent)].join(component)].join(bar);
  }
  const said = escaped(text, header.separators);
  return ['ERR', '', place.join(component), codes.join(component), 'E', '', '', '', said].join(bar);
}

/**
 * The acknowledgement of a message, with its separators and in its character set; null if the sender wants none. The same outcome gives the
 * same bytes. `header`: null where none could be read.
 */
export function acknowledgement(given: Segment | null, outcome: Outcome): Buffer | null {
  const header = given ?? unknownHeader();
  const code = outcome.kind === 'stored' ? 'AA' : outcome.refusal.code;
  if (!isAwaited(header, code)) return null;
  const { field: bar, component, repetition, escape, subcomponent } = header.separators;
  const version = header.text(12) ?? '2.5';
  const event = header.text(9, 2);
  const structure = /^2\.(?:[0-2]|3$)/.test(version) ? [] : ['ACK'];
  const type = event === null ? ['ACK'] : ['ACK', escaped(event, header.separators), ...structure];
  const written = (field: number) => header.field(field);
  const lines = [
    [
      'MSH',
      `${component}${repetition}${escape}${subcomponent}`,
      written(5),
      written(6),
      written(3),
      written(4),
      utcStamp(outcome.at),
      '',
      type.join(component),
      outcome.answerId,
      written(11),
      written(12),
      ...(written(18) === '' ? [] : ['', '', '', '', '', written(18)]),
    ].join(bar),
    ['MSA', codeIn(header, code), written(10)].join(bar),
    ...(outcome.kind === 'stored' ? [] : [errorLine(outcome.refusal, version, header)]),
  ];
  return encodeAnswer(lines.map((line) => `${line}\r`).join(''), header.text(18) ?? '');
}
