import type { QuestionnaireReading } from '../questionnaires/fhir/import.ts';
import type { TemplateDraft } from '../questionnaires/draft.ts';
import type { Io } from './command.ts';
import { counted } from './text.ts';

export interface ReadQuestionnaire {
  readonly file: string;
  readonly reading: QuestionnaireReading;
}

const questionsOf = (draft: TemplateDraft): number =>
  draft.items.filter(
    ({ type }) => type !== 'SectionHeader' && type !== 'QuestionMatrixGrouping' && type !== 'QuestionGroup',
  ).length;

/** The output of `--dry-run`: one object for each questionnaire. The command's help describes its fields. */
export const reportOf = (all: readonly ReadQuestionnaire[]) => ({
  questionnaires: all.map(({ file, reading }) => ({
    file,
    title: reading.kind === 'read' ? reading.draft.title : reading.title,
    outcome: reading.kind === 'read' ? 'can be imported' : 'refused',
    questions: reading.kind === 'read' ? questionsOf(reading.draft) : null,
    scores: reading.kind === 'read' ? (reading.draft.scores ?? []).length : null,
    languages: reading.kind === 'read' ? Object.keys(reading.draft.translations ?? {}) : [],
    carried: reading.carried.map(({ construct, places }) => ({ construct, count: places.length, places })),
    notes: reading.notes,
    refusals: reading.kind === 'read' ? [] : reading.refusals,
  })),
});

/** Prints what an imported questionnaire contains and what was changed, by construct. */
export function tellImported(
  io: Io,
  { draft, notes, carried }: QuestionnaireReading & { kind: 'read' },
  outcome: string,
) {
  io.out(
    `"${draft.title}" ${outcome} (${counted(questionsOf(draft), 'question')}, ${counted(draft.scores?.length ?? 0, 'score')}).`,
  );
  for (const { construct, places } of carried)
    io.out(
      `  carried: ${construct}, ${counted(places.length, 'place')}: ${places.slice(0, 3).join(', ')}${places.length > 3 ? ', …' : ''}`,
    );
  for (const { place, reason } of notes) io.out(`  note: ${place}: ${reason}`);
}

/** Prints the places at which a questionnaire cannot be carried. */
export function tellRefused(
  io: Io,
  file: string,
  { title, refusals }: QuestionnaireReading & { kind: 'refused' },
): void {
  io.err(`${file}: "${title}" was not imported; ${counted(refusals.length, 'place')} cannot be carried:`);
  for (const { place, reason } of refusals) io.err(`  ${place}: ${reason}`);
}
