// Runs in a thread of its own: counts the pages of a PDF that anybody may have made. Plain JavaScript, as `onePage.cjs`.
const path = require('node:path');
const { parentPort, workerData } = require('node:worker_threads');
const { EncryptedPDFError, PDFDocument } = require(workerData.library);
const { default: DecodeStream } = require(path.join(path.dirname(workerData.library), 'core/streams/DecodeStream.js'));

// What is unpacked lies outside of the thread's own memory, so its bounds do not hold here: a few kilobytes can become gigabytes.
let left = 128_000_000;
const { ensureBuffer } = DecodeStream.prototype;
DecodeStream.prototype.ensureBuffer = function (requested) {
  const before = this.buffer.byteLength;
  // It doubles, so that the next size is known.
  if (requested > before && (left -= Math.max(requested, 2 * before) - before) < 0) throw new Error('too much');
  return ensureBuffer.call(this, requested);
};

async function count() {
  try {
    const pages = (await PDFDocument.load(workerData.content, { updateMetadata: false })).getPageCount();
    return left < 0 || pages === 0 ? 'broken' : pages;
  } catch (error) {
    const isProtected = error instanceof EncryptedPDFError || Buffer.from(workerData.content).includes('/Encrypt');
    return isProtected && left >= 0 ? 'unknown' : 'broken';
  }
}

void count().then((found) => parentPort.postMessage(found));
