import type { LanguageCode } from '@portal/api';
import program from 'program:html/thread.ts';
import * as v from 'valibot';
import { refusal } from '../http/handler.ts';
import { articleDocument } from './articleHtml.ts';
import { textOfHtml, wordsOfHtml } from './htmlText.ts';
import { plainText } from './plainText.ts';
import { inThread, turns } from '../process/threads.ts';

/** From how many letters on HTML that somebody else wrote is cleaned in a thread; below it is done sooner than a thread has started. */
const large = 20_000;
const inTurn = turns(2, 20);

/** Null where the queue is full, or the limit of time or memory is reached. */
async function inThreadOfHtml(task: Readonly<Record<string, unknown>>): Promise<string | null> {
  const found = v.safeParse(v.string(), await inTurn(() => inThread(program, task)));
  return found.success && found.output !== 'busy' ? found.output : null;
}

/** What the writer of a mail wrote in HTML, without what their program quoted; null where it cannot be found within bounds. */
export const replyInHtml = async (html: string): Promise<string | null> =>
  html.length < large ? textOfHtml(html) : inThreadOfHtml({ make: 'reply', html });

/** All words of an HTML text; without its paragraphs where it takes too long to parse. */
export const wordsInHtml = async (html: string): Promise<string> =>
  html.length < large ? wordsOfHtml(html) : ((await inThreadOfHtml({ make: 'words', html })) ?? plainText(html));

/** An article or a note in HTML as a whole document. */
export async function articleInHtml(title: string, language: LanguageCode, html: string): Promise<Buffer> {
  const made =
    html.length < large
      ? articleDocument(title, language, html)
      : await inThreadOfHtml({ make: 'article', html, title, language });
  if (made === null) throw refusal('unavailable');
  return Buffer.from(made);
}
