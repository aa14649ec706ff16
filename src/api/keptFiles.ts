/*
 * How a page hands a stored file to the service worker, which answers one window or frame with it. A `blob:` address would have the page's
 * own policy, under which no browser shows a PDF.
 */

/** The prefix of the addresses of stored files. No request for them ever reaches the server. */
export const keptFilePath = '/kept-file/';
/** Milliseconds for which the worker has a file ready for its window. */
export const keptFileLife = 60_000;
/** The `type` of the message with a file: `{type, name, mediaType, bytes}` and a port on which the worker confirms that it has it. */
export const holdKeptFile = 'HOLD_FILE';
/** The `type` of the message that makes the worker drop all files. */
export const dropKeptFiles = 'DROP_FILES';
