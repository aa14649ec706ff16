const valueOf = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);

/** Many rows as one JSON parameter, with the names of the columns, and bytes as PostgreSQL reads them. */
export const rowsJson = (rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          valueOf(value),
        ]),
      ),
    ),
  );
