/** SQL: an instant in the format of JSON. */
export const instantOf = <const Column extends string>(column: Column) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` as const;
