/** Breaks text into lines that fit; text without spaces breaks anywhere, but no line begins with a closing mark. */
export function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(
    /[\u3000-\u9fff\uff00-\uffef][，。、：；！？」）]*|[^\s\u3000-\u9fff\uff00-\uffef]+[，。、：；！？」）]*|\s+/gu,
  ) ?? []) {
    if (line !== '' && !fits((line + piece).trimEnd())) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}
