import { parentPort, workerData } from 'node:worker_threads';
import { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { renderDocument } from './render.ts';
import { singleFile } from './singleFile.ts';
import { treeOfStored } from './storedTree.ts';

// Runs in a thread of its own: a document of megabytes keeps nobody else waiting.
const { stored, language, form } = v.parse(
  v.object({ stored: v.instance(Uint8Array), language: LanguageCode, form: v.picklist(['document', 'file']) }),
  workerData,
);
const tree = treeOfStored(stored);
parentPort?.postMessage(form === 'file' ? { file: singleFile(tree, language) } : renderDocument(tree, language));
