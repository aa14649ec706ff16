/** The text of a failure with all its causes. */
export function failureText(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  return reason.cause === undefined
    ? (reason.stack ?? reason.message)
    : `${reason.message}\n${failureText(reason.cause)}`;
}
