import { extname } from 'node:path';
import { languageCodes } from '@portal/api';
import * as v from 'valibot';
import { assignArticle, saveArticle } from '../care/articles.ts';
import { statement } from '../db/pool.ts';
import { auditOperator, command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { bytesOf } from './files.ts';
import { argument, option, required } from './parameters.ts';
import { oneFacility, onePatient, patientOptions } from './people.ts';
import { date, language, numberFrom } from './readers.ts';

/** Reads an article's file and checks that its content has the type of its ending. */
async function readArticle(file: string): Promise<{ fileType: 'pdf' | 'html'; content: Buffer }> {
  const ending = extname(file).toLowerCase();
  const fileType = ending === '.pdf' ? 'pdf' : ending === '.html' || ending === '.htm' ? 'html' : null;
  if (fileType === null) throw new CommandFailed(`${file} ends neither with .html nor with .pdf.`);
  const content = await bytesOf(file);
  if (content.byteLength > 20_000_000) throw new CommandFailed(`${file} is larger than 20 MB.`);
  if (fileType === 'pdf' && content.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new CommandFailed(`${file} is no PDF.`);
  if (fileType === 'html' && content.toString('utf8').includes('\uFFFD'))
    throw new CommandFailed(`${file} is not UTF-8.`);
  return { fileType, content };
}

const addCommand = command({
  name: 'article add',
  does: "Adds an education article to a facility's library, or brings the one of that title up to date.",
  more: `FILE ends with .html (words, tables, links, and pictures that it carries itself; anything else is left out) or .pdf.`,
  parameters: {
    file: argument('FILE', 'one file.'),
    title: required('TEXT', ''),
    category: required('TEXT', 'the heading that it stands under'),
    facility: required('NAME|ID', ''),
    categoryOrder: option(
      'N',
      'where that heading stands among the others, from 0 on; 0 where it is left out',
      numberFrom(0, 9999),
    ),
    language: option('CODE', `${languageCodes.join(', ')}; the facility's own where it is left out`, language),
  },
  async run({ file, title, category, facility: where, categoryOrder, ...values }, io) {
    const article = await readArticle(file);
    return io.transaction(async (tx) => {
      const facility = await oneFacility(tx, where);
      const { id, isNew } = await saveArticle(tx, facility.id, {
        ...article,
        title,
        category,
        categorySortOrder: categoryOrder ?? 0,
        language: values.language ?? facility.language,
      });
      const type = isNew ? 'article.added' : 'article.updated';
      await auditOperator(tx, type, { facilityId: facility.id }, { article: id });
      return `"${title}" is ${isNew ? '' : 'up to date: '}article ${String(id)} of ${facility.name}.`;
    });
  },
});

const articlesCalled = statement(
  'admin.articlesCalled',
  'select a.id, a.title from education_articles a join patients p on p.home_facility_id = a.facility_id where p.id = $patientId and (a.id::text = $named or lower(a.title) = lower($named)) order by a.id::text = $named desc, a.id',
  v.object({ id: v.number(), title: v.string() }),
);

const assignCommand = command({
  name: 'article assign',
  does: "Gives an article of the patient's facility to the patient.",
  parameters: {
    ...patientOptions,
    article: required('TITLE|ID', 'its title, or its id as "article add" says it'),
    on: option('DATE', 'the day it is given, like 2026-11-30; today at the facility where it is left out', date),
  },
  async inTransaction(tx, { article: named, on, ...values }) {
    const { id: patientId, facility, shown } = await onePatient(tx, values);
    const article = await tx.maybe(articlesCalled, { patientId, named });
    if (article === null) throw new CommandFailed(`${facility} has no article "${named}".`);
    const articleId = await assignArticle(tx, patientId, article.id, on);
    if (articleId === null) return `${shown} has "${article.title}" already.`;
    await auditOperator(tx, 'article.assigned', { patientId }, { articleId });
    return `${shown} has "${article.title}".`;
  },
});

export const articleCommands = [addCommand, assignCommand];
