/** Where to get a PDF viewer for a browser without one. */
export const pdfReader = 'https://get.adobe.com/reader/';
