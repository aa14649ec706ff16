/** The server cannot start, for a reason that one line explains. It ends with exit code 1 and without a stack trace. */
export class StartRefused extends Error {}
