import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { findTemplates, type Template } from '../questionnaires/assign.ts';
import { setTemplate } from '../questionnaires/saveTemplate.ts';
import { QuestionnaireSettings, SettingsFault } from '../questionnaires/settings.ts';
import { type Io, auditOperator, command } from './command.ts';
import { CommandFailed, onlyOne } from './failure.ts';
import { readJson } from './files.ts';
import { argument } from './parameters.ts';
import { counted } from './text.ts';

export const oneTemplate = async (db: Db, named: string): Promise<Template> =>
  onlyOne(
    await findTemplates(db, named),
    `No questionnaire is called "${named}". See: questionnaire list`,
    (found) =>
      `"${named}" is the name of ${String(found.length)} questionnaires (ids ${found.map(({ id }) => id).join(', ')}): give the id.`,
  );

export function tellFaults(io: Io, what: string, { faults }: SettingsFault): void {
  io.err(`${what}; its settings do not fit in ${counted(faults.length, 'place')}:`);
  for (const fault of faults) io.err(`  ${fault}`);
}

const withoutAddress = statement(
  'admin.facilitiesWithoutAlertEmail',
  'select short_name as "shortName" from facilities where alert_email is null order by short_name',
  v.object({ shortName: v.string() }),
);
/** The facilities at which nobody would be notified of an alert of these settings. */
async function facilitiesWithoutAddress(db: Db, { alerts = [] }: QuestionnaireSettings): Promise<readonly string[]> {
  if (alerts.every(({ tell }) => tell !== undefined)) return [];
  return (await db.many(withoutAddress)).map(({ shortName }) => shortName);
}

export const settingsCommand = command({
  name: 'questionnaire settings',
  does: 'Says about a questionnaire what its file does not: a title, instructions, totals and their messages, alerts.',
  more: `FILE is JSON and the whole of it: what it does not name is as the questionnaire's own file says it. Texts are Markdown. The settings stay with
every later revision.

  {
    "questionnaire": "its id, title, name, url or identifier",
    "title": "What patients read in their list",
    "instructions": "Read before the first question",
    "messageWithoutRange": "Shown with the thanks where no total has a message",
    "showNumbers": false,
    "totals": [
      {
        "key": "pain", "name": "Pain", "items": ["linkId", { "item": "linkId", "weight": 2 }], "constant": 0, "atLeast": 2,
        "shown": true, "messages": [{ "from": 0, "to": 4, "text": "…", "texts": { "es": "…" } }]
      }
    ],
    "alerts": [
      {
        "key": "self-harm", "item": "/44260-8", "options": ["Several days", "More than half the days", "Nearly every day"],
        "tell": "nurse@clinic.example", "remindAfterHours": 4,
        "text": "Please call **now**: [988](tel:988), day and night.", "texts": { "es": "Llame **ahora** al [988](tel:988)." }
      },
      { "key": "high", "total": "pain", "from": 20 }
    ]
  }

A total with "items" adds the values of their answers; it is given when all of them have one, or as many as "atLeast" says. One without
names a total of the file (by its linkId) and gives it a name or messages. "showNumbers": false shows patients the messages alone.

An alert says after which answers somebody has to look: "item" with "options" (what they are called, or their codes), with "answer": "yes" or
"no", or with "from" and "to" (a number, or what the chosen options are worth); or "total" with "from" and "to". "tell" is told by email at once
and, while nobody acknowledges it, once more after "remindAfterHours" (24; null: not); without "tell" whom the facility names, see: facility
alerts. The mails say neither who nor what; see: alerts list. The patient reads "text" as soon as the answers are sent.`,
  page: 'integrate-alerts.md',
  parameters: { file: argument('FILE', 'one file.') },
  async run({ file }, io) {
    const settings = await readJson(file, QuestionnaireSettings);
    const { questionnaire } = settings;
    if (questionnaire === undefined) throw new CommandFailed(`${file} does not say which questionnaire it is about.`);
    return io.database(async (pool) => {
      const template = await oneTemplate(pool.db, questionnaire);
      try {
        return await pool.tx(async (tx) => {
          const { templateId, revision, outcome } = await setTemplate(tx, template.id, settings);
          const untold = await facilitiesWithoutAddress(tx, settings);
          await auditOperator(tx, 'questionnaire.settings_changed', {}, { templateId, revision, outcome });
          return [
            outcome === 'unchanged'
              ? `Questionnaire ${String(templateId)} says this already: revision ${String(revision)}.`
              : `The settings are in revision ${String(revision)} of questionnaire ${String(templateId)}.`,
            ...(untold.length === 0
              ? []
              : [`  note: nobody is told of its alerts at ${untold.join(', ')}; see: facility alerts`]),
          ];
        });
      } catch (error) {
        if (!(error instanceof SettingsFault)) throw error;
        tellFaults(io, `"${template.title}" is as it was`, error);
        return 1;
      }
    });
  },
});
