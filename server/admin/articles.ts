import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { LanguageCode, languageCodes } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { assignArticle, saveArticle } from '../care/articles.ts';
import { statement } from '../db/pool.ts';
import { named } from './accounts.ts';
import { bytesOf, numberOption, patientOptions } from './careOptions.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility, onePatient } from './people.ts';
import { dateOption } from './questionnaire.ts';

const articleAdd: Command = {
  words: ['article', 'add'],
  help: `article add FILE --title TEXT --category TEXT --facility NAME|ID [--category-order N] [--language CODE]

Adds an education article to a facility's library, or brings the one of that title up to date. FILE ends with .html (words,
tables, links, and pictures that it carries itself; anything else is left out) or .pdf.

  --category         the heading that it stands under
  --category-order   where that heading stands among the others, from 0 on; 0 where it is left out
  --language         ${languageCodes.join(', ')}; the facility's own where it is left out`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { title: text, category: text, facility: text, 'category-order': text, language: text },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new CommandFailed('article add needs one file.', true);
    const title = named(values.title, 'title', 'article add');
    const category = named(values.category, 'category', 'article add');
    const where = named(values.facility, 'facility', 'article add');
    const categorySortOrder = numberOption('category-order', values['category-order'], 0, 9999) ?? 0;
    const language = values.language === undefined ? null : v.safeParse(LanguageCode, values.language);
    if (language?.success === false)
      throw new CommandFailed(`--language is none of ${languageCodes.join(', ')}: "${values.language ?? ''}".`, true);
    const ending = extname(file).toLowerCase();
    const fileType = ending === '.pdf' ? 'pdf' : ending === '.html' || ending === '.htm' ? 'html' : null;
    if (fileType === null) throw new CommandFailed(`${file} ends neither with .html nor with .pdf.`);
    const content = await bytesOf(file);
    if (content.byteLength > 20_000_000) throw new CommandFailed(`${file} is larger than 20 MB.`);
    if (fileType === 'pdf' && content.subarray(0, 5).toString('latin1') !== '%PDF-')
      throw new CommandFailed(`${file} is no PDF.`);
    if (fileType === 'html' && content.toString('utf8').includes('\uFFFD'))
      throw new CommandFailed(`${file} is not UTF-8.`);
    return io.database(async (pool) => {
      const { id, isNew, facility } = await pool.tx(async (tx) => {
        const one = await oneFacility(tx, where);
        const saved = await saveArticle(tx, one.id, {
          title,
          category,
          categorySortOrder,
          language: language?.output ?? (await tx.one(ownLanguage, { facilityId: one.id })).language,
          fileType,
          content,
        });
        await audit(tx, {
          type: saved.isNew ? 'article.added' : 'article.updated',
          actor,
          patientId: null,
          facilityId: one.id,
          detail: { article: saved.id },
        });
        return { ...saved, facility: one.name };
      });
      io.out(`"${title}" is ${isNew ? '' : 'up to date: '}article ${String(id)} of ${facility}.`);
      return 0;
    });
  },
};

const ownLanguage = statement(
  'admin.ownLanguage',
  'select default_language as language from facilities where id = $facilityId',
  v.object({ language: LanguageCode }),
);
const articlesCalled = statement(
  'admin.articlesCalled',
  'select a.id, a.title from education_articles a join patients p on p.home_facility_id = a.facility_id where p.id = $patientId and (a.id::text = $named or lower(a.title) = lower($named)) order by a.id::text = $named desc, a.id',
  v.object({ id: v.number(), title: v.string() }),
);

const articleAssign: Command = {
  words: ['article', 'assign'],
  help: `article assign --patient MRN|USERNAME --article TITLE|ID [--on DATE] [--facility NAME]

Gives an article of the patient's facility to the patient.

${patientOptions}
  --article         its title, or its id as "article add" says it
  --on              the day it is given, like 2026-11-30; today at the facility where it is left out`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        patient: { type: 'string' },
        article: { type: 'string' },
        on: { type: 'string' },
        facility: { type: 'string' },
      },
    });
    const who = named(values.patient, 'patient', 'article assign');
    const which = named(values.article, 'article', 'article assign');
    const on = dateOption('on', values.on);
    return io.database(async (pool) => {
      const { title, mrn, isNew } = await pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const article = await tx.maybe(articlesCalled, { patientId: patient.id, named: which });
        if (article === null) throw new CommandFailed(`${patient.facility} has no article "${which}".`);
        const given = await assignArticle(tx, patient.id, article.id, on);
        if (given !== null)
          await audit(tx, { type: 'article.assigned', actor, patientId: patient.id, detail: { articleId: given } });
        return { title: article.title, mrn: `${patient.mrn} (${patient.facility})`, isNew: given !== null };
      });
      io.out(isNew ? `${mrn} has "${title}".` : `${mrn} has "${title}" already.`);
      return 0;
    });
  },
};

export const articleCommands: readonly Command[] = [articleAdd, articleAssign];
