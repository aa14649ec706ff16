// Runs in a thread of its own: takes one page out of a PDF. Plain JavaScript, because a thread starts from text in the build and in the tests alike.
const { parentPort, workerData } = require('node:worker_threads');
const { PDFDocument } = require(workerData.library);

async function onePage() {
  const whole = await PDFDocument.load(workerData.content, { updateMetadata: false });
  const single = await PDFDocument.create({ updateMetadata: false });
  const [page] = await single.copyPages(whole, [workerData.index]);
  single.addPage(page);
  const title = whole.getTitle();
  if (title) single.setTitle(title, { showInWindowTitleBar: true });
  return single.save();
}

onePage().then(
  (bytes) => parentPort.postMessage(bytes),
  () => parentPort.postMessage(null),
);
