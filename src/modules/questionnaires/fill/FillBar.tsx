import { type ReactNode, memo, useMemo } from 'react';
import { useConnection } from '../../../data/connection.ts';
import type { DraftHandle } from '../../../data/drafts/types.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Check, CircleAlert, CloudCheck, CloudUpload, Hourglass, ListChecks, Pencil } from '../../../ui/icons.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { QuestionBar } from '../../../ui/QuestionBar.tsx';
import { useWords } from '../../../words/index.ts';
import { type AnswerSheet, useSheetProgress } from './answerSheet.ts';
import { useDraftState } from './openDraft.ts';
import type { FillPhase } from './phase.ts';
import { type SavedState, savedState } from './savedState.ts';
import { useChapterName } from './useChapterName.ts';
import type { ChapterWalk } from './useChapterWalk.ts';

const chipIcons = { saved: Check, draft: Pencil, offline: Hourglass, error: CircleAlert } as const;
const iconOfState = (state: SavedState) => {
  if (state.text === 'questionnaires.saved') return CloudCheck;
  return state.text === 'questionnaires.sending' ? CloudUpload : chipIcons[state.kind];
};

/** Where the current answers are stored. It changes with every keystroke, so only "Save draft" announces it. */
function SavedChip({ handle }: { handle: DraftHandle }): ReactNode {
  const { t } = useWords();
  const draft = useDraftState(handle);
  const isOffline = useConnection() === 'offline';
  const state = savedState(isOffline ? { ...draft, connection: 'offline' } : draft);
  if (state === null) return null;
  return (
    <Chip kind={state.kind} icon={iconOfState(state)}>
      {t(state.text)}
    </Chip>
  );
}

/** The bar of the page: whose questionnaire, how far it is, and where the answers are. */
export const FillBar = memo(function FillBar({
  sheet,
  handle,
  onLeave,
  person,
  phase,
  walk,
}: {
  sheet: AnswerSheet;
  handle: DraftHandle;
  onLeave: () => Promise<void>;
  person?: ReactNode;
  phase: FillPhase['kind'];
  /** The chapters of a long questionnaire. */
  walk: ChapterWalk | null;
}): ReactNode {
  const { t } = useWords();
  const { answered, total } = useSheetProgress(sheet);
  const chip = useMemo(() => <SavedChip handle={handle} />, [handle]);
  const nameOf = useChapterName();
  const { templateTitle } = sheet.questionnaire;
  const chapter = walk?.chapter ?? null;
  return (
    <QuestionBar
      isHeading={phase !== 'waiting'}
      title={<span lang={sheet.questionnaire.language}>{chapter === null ? templateTitle : nameOf(chapter)}</span>}
      above={
        chapter === null
          ? null
          : t('questionnaires.chapters.tag', {
              title: templateTitle,
              number: chapter.number,
              total: walk?.chapters.length ?? 0,
            })
      }
      trailing={
        walk === null || chapter === null ? null : (
          <IconButton icon={ListChecks} label={t('questionnaires.chapters.all')} onClick={walk.toOverview} />
        )
      }
      leaveLabel={t('questionnaires.leave')}
      onLeave={() => void onLeave()}
      person={person}
    >
      {phase === 'filling' ? (
        <Progress
          label={t('questionnaires.progressLabel')}
          done={answered}
          total={total}
          words={t('questionnaires.progress', { answered, total })}
          trailing={chip}
        />
      ) : null}
    </QuestionBar>
  );
});
