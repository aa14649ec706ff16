import type { LanguageCode } from '@portal/api';
import program from 'program:html/thread.ts';
import * as v from 'valibot';
import { refusal } from '../http/handler.ts';
import { articleDocument } from './articleHtml.ts';
import { textOfHtml, wordsOfHtml } from './htmlText.ts';
import { plainText } from './plainText.ts';
import { inThread, turns } from '../process/threads.ts';

/** Untrusted HTML of at least this many characters is sanitized in a thread. Shorter HTML takes less time than starting a thread. */
const large = 20_000;
const inTurn = turns(2, 20);

/** Null if the thread exceeds its limit of time or memory. Refused where too many others wait. */
async function inThreadOfHtml(task: Readonly<Record<string, unknown>>): Promise<string | null> {
  const turn = await inTurn(async () => v.safeParse(v.string(), await inThread(program, task)));
  if (turn === 'busy') throw refusal('unavailable');
  return turn.success ? turn.output : null;
}

/** What the sender of an HTML mail wrote, without the quoted mail; null if that takes too long. Where too many others wait it fails, so that the mail comes again. */
export const replyInHtml = async (html: string): Promise<string | null> =>
  html.length < large ? textOfHtml(html) : inThreadOfHtml({ make: 'reply', html });

/** All words of an HTML text. If it takes too long to parse, its paragraphs are lost. */
export const wordsInHtml = async (html: string): Promise<string> =>
  html.length < large
    ? wordsOfHtml(html)
    : ((await inThreadOfHtml({ make: 'words', html }).catch(() => null)) ?? plainText(html));

/** A whole HTML document from an article or a note. */
export async function articleInHtml(title: string, language: LanguageCode, html: string): Promise<Buffer> {
  const made =
    html.length < large
      ? articleDocument(title, language, html)
      : await inThreadOfHtml({ make: 'article', html, title, language });
  if (made === null) throw refusal('unavailable');
  return Buffer.from(made);
}
