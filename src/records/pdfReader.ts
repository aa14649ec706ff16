/** Where a browser without a PDF viewer of its own gets one. */
export const pdfReader = 'https://get.adobe.com/reader/';
