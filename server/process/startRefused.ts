/** The server cannot start, for a reason that one clear line tells; it ends with a non-zero exit and without a stack trace. */
export class StartRefused extends Error {}
