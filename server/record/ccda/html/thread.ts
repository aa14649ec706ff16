import { parentPort, workerData } from 'node:worker_threads';
import { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { renderDocument } from './render.ts';
import { sectionWords } from './sectionWords.ts';
import { singleFile } from './singleFile.ts';
import { treeOfStored } from './storedTree.ts';

// Runs in a thread, so that a document of megabytes does not delay other requests.
const of = { stored: v.instance(Uint8Array), language: LanguageCode };
const Task = v.variant('form', [
  v.object({ ...of, form: v.picklist(['document', 'file']) }),
  v.object({ ...of, form: v.literal('words'), places: v.array(v.array(v.number())) }),
]);

function answerTo(task: v.InferOutput<typeof Task>): object {
  const { stored, language } = task;
  switch (task.form) {
    case 'document':
      return renderDocument(treeOfStored(stored), language);
    case 'file':
      return { file: singleFile(treeOfStored(stored), language) };
    case 'words':
      return sectionWords(stored, task.places, language);
  }
}

parentPort?.postMessage(answerTo(v.parse(Task, workerData)));
