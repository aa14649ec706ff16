import { lastingValue } from '../http/answerText.ts';
import type { Db } from '../db/pool.ts';
import { statement } from '../db/pool.ts';
import * as v from 'valibot';
import { safeHtml } from '../html/richText.ts';
import { TemplateRevision } from './template.ts';

const readRevision = statement(
  'revision.read',
  'select content from questionnaire_revisions where key = $key',
  v.object({ content: TemplateRevision }),
);

/** Cached to save sanitizing and parsing the same text again: a revision never changes and its key is unique, so none is outdated. */
const known = new Map<string, TemplateRevision>();
const mostKnown = 100;

/** One revision of a template. Its texts are sanitized once more. */
export async function revisionOf(db: Db, key: string): Promise<TemplateRevision> {
  const before = known.get(key);
  if (before) return before;
  const { content } = await db.one(readRevision, { key });
  const revision: TemplateRevision = {
    ...content,
    items: lastingValue(content.items.map((item) => ({ ...item, formattedText: safeHtml(item.formattedText) }))),
    ...(content.formLogic === undefined ? {} : { formLogic: lastingValue(content.formLogic) }),
  };
  const [oldest] = known.keys();
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
  known.set(key, revision);
  return revision;
}
