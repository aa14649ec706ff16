import { assignQuestionnaire, listTemplates } from '../questionnaires/assign.ts';
import { contentKey } from '../questionnaires/fhir/import.ts';
import { actor, command } from './command.ts';
import { flag, option, required } from './parameters.ts';
import { onePatient, patientOptions } from './people.ts';
import { importCommand } from './questionnaireImport.ts';
import { oneTemplate, settingsCommand } from './questionnaireSettings.ts';
import { textsCommand } from './questionnaireTexts.ts';
import { date } from './readers.ts';
import { column, counted, linesOf } from './text.ts';

const listCommand = command({
  name: 'questionnaire list',
  does: 'Lists the questionnaires: id, revision, title, how much they ask and how often they are in use.',
  inAllCells: true,
  parameters: {},
  inTransaction: async (tx) =>
    linesOf(
      await listTemplates(tx),
      ({ id, revision, title, items, scores, open, completed, sourceKey }) =>
        `${column(id)}  r${String(revision)}  ${title}  (${counted(items, 'item')}, ${counted(scores, 'score')}; ${String(open)} open, ${String(completed)} completed)${sourceKey === null || sourceKey.startsWith(contentKey) ? '' : `  ${sourceKey}`}`,
      'There are no questionnaires yet.',
    ),
});

const needs = '--questionnaire and --patient.';
const assignCommand = command({
  name: 'questionnaire assign',
  does: 'Assigns a questionnaire to a patient.',
  parameters: {
    questionnaire: { ...required('NAME|URL|ID', 'its id, title, name, url or identifier'), needs },
    ...patientOptions,
    patient: { ...patientOptions.patient, needs },
    due: option(
      'DATE',
      "the day it is due, like 2026-11-30; today at the patient's facility where it is left out",
      date,
    ),
    notStartable: flag('the patient cannot start it yet'),
  },
  async inTransaction(tx, { questionnaire, due, notStartable, ...values }) {
    const template = await oneTemplate(tx, questionnaire);
    const { id: patientId, shown } = await onePatient(tx, values);
    const { assignedQuestionnaireId, dueDate } = await assignQuestionnaire(tx, actor, {
      patientId,
      templateId: template.id,
      due,
      canStartByPatient: !notStartable,
    });
    return `"${template.title}" is assigned to ${shown}, due ${dueDate}: assignment ${String(assignedQuestionnaireId)}.`;
  },
});

export const questionnaireCommands = [importCommand, settingsCommand, textsCommand, listCommand, assignCommand];
