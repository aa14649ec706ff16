/*
 * How a page hands a kept file to the service worker, which answers one window or frame with it: a `blob:` address would come under the
 * page's own policy, in which no browser draws a PDF.
 */

/** Addresses of kept files begin with it; none of them ever reaches the server. */
export const keptFilePath = '/kept-file/';
/** Milliseconds for which the worker holds a file for its window. */
export const keptFileLife = 60_000;
/** The `type` of the message with a file: `{type, name, mediaType, bytes}` and a port on which the worker says that it holds it. */
export const holdKeptFile = 'HOLD_FILE';
/** The `type` of the message after which the worker holds none. */
export const dropKeptFiles = 'DROP_FILES';
