import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { SummaryContent } from './content.ts';
import { bundleOf, documentOf } from './forms.ts';

// Runs in a thread of its own: a summary of thousands of results keeps nobody else waiting. What it is made of is checked and not copied, since a
// document's id follows from its content as it was collected.
const { form, content } = v.parse(
  v.object({
    form: v.picklist(['document', 'bundle']),
    content: v.custom<SummaryContent>((given) => v.is(SummaryContent, given)),
  }),
  workerData,
);
parentPort?.postMessage(form === 'document' ? documentOf(content) : { bundle: bundleOf(content) });
