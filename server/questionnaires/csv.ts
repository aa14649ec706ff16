/** The rows of a CSV file (RFC 4180), without empty lines. A returned string says in which line the file is not valid. */
export function csvRows(text: string): string[][] | string {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  let wasQuoted = false;
  let line = 1;
  const endField = (): void => {
    row.push(wasQuoted ? field : field.trim());
    [field, wasQuoted] = ['', false];
  };
  const endRow = (): void => {
    endField();
    if (row.some((one) => one !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"') {
      if (field.trim() !== '' || wasQuoted) return `line ${String(line)} has a quotation mark within a value`;
      [field, isQuoted, wasQuoted] = ['', true, true];
    } else if (sign === ',') endField();
    else if (sign === '\n') endRow();
    else if (sign !== '\r' && !(wasQuoted && sign === ' ')) {
      if (wasQuoted) return `line ${String(line)} goes on after a quotation mark`;
      field += sign;
    }
  }
  if (isQuoted) return 'a quotation mark is not closed';
  endRow();
  return rows;
}
