/** A part of a file: so many of its lines, without those that are too long. */
export interface LinesPart {
  readonly bytes: Buffer;
  readonly lines: number;
  readonly tooLong: number;
}

/** The longest line, in bytes: a document of 10 MB in base64, and the rest. */
const longestLine = 16_000_000;
const mostLines = 500;
const mostBytes = 4_000_000;

/** Reads a file as parts of whole lines, after so many that are known. Whatever the file is, it takes little more memory than the longest line. */
export async function* partsOf(
  body: AsyncIterable<unknown>,
  known: number,
  limits: { readonly longest: number; readonly lines: number; readonly bytes: number } = {
    longest: longestLine,
    lines: mostLines,
    bytes: mostBytes,
  },
): AsyncGenerator<LinesPart> {
  let line: Buffer[] = [];
  let size = 0;
  let part: Buffer[] = [];
  let counts = { bytes: 0, lines: 0, tooLong: 0 };
  let toSkip = known;
  const add = (bytes: Buffer) => {
    size += bytes.length;
    if (size <= limits.longest && toSkip === 0) line.push(bytes);
    else line = [];
  };
  const endLine = (): void => {
    if (toSkip > 0) toSkip -= 1;
    else {
      const isTooLong = size > limits.longest;
      if (!isTooLong) part.push(...line, Buffer.from('\n'));
      counts = {
        bytes: counts.bytes + (isTooLong ? 0 : size),
        lines: counts.lines + 1,
        tooLong: counts.tooLong + (isTooLong ? 1 : 0),
      };
    }
    line = [];
    size = 0;
  };
  const taken = (): LinesPart => {
    const done = { bytes: Buffer.concat(part), lines: counts.lines, tooLong: counts.tooLong };
    part = [];
    counts = { bytes: 0, lines: 0, tooLong: 0 };
    return done;
  };
  for await (const chunk of body) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      add(bytes.subarray(from, end));
      from = end + 1;
      endLine();
      if (counts.lines >= limits.lines || counts.bytes >= limits.bytes) yield taken();
    }
    add(bytes.subarray(from));
  }
  if (size > 0) endLine();
  if (counts.lines > 0) yield taken();
}
