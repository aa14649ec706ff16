import { parentPort, workerData } from 'node:worker_threads';
import { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { articleDocument } from './articleHtml.ts';
import { textOfHtml, wordsOfHtml } from './htmlText.ts';

// Runs in a thread, because the time to sanitize nested elements grows with the square of their number.
const Task = v.variant('make', [
  v.object({ make: v.picklist(['reply', 'words']), html: v.string() }),
  v.object({ make: v.literal('article'), html: v.string(), title: v.string(), language: LanguageCode }),
]);

function made(task: v.InferOutput<typeof Task>): string {
  switch (task.make) {
    case 'reply':
      return textOfHtml(task.html);
    case 'words':
      return wordsOfHtml(task.html);
    case 'article':
      return articleDocument(task.title, task.language, task.html);
  }
}

parentPort?.postMessage(made(v.parse(Task, workerData)));
