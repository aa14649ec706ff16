import { getQuestionnaireHistory } from '@portal/api';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useActingFor } from '../data/profile.ts';
import { useCall } from '../data/query.ts';
import { QuestionnaireScoring } from '../features/questionnaires/Scoring.tsx';
import { ActingFor } from '../shell/ActingFor.tsx';
import { actingHead } from '../shell/ActingFor.css.ts';
import { GoTo } from '../shell/GoTo.tsx';
import { useSearchTexts } from '../shell/useSearchTexts.ts';
import { Page as MainPage } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useWords } from '../words/index.ts';
import { justCompleted } from './completed.ts';
import { questionnaireOf } from './questionnaireAddress.ts';

type Id = NonNullable<ReturnType<typeof questionnaireOf>>;

/** After a reload the completed questionnaire is asked of the server. */
function Loaded({ patientId, id, onBack, backLabel }: { patientId: NonNullable<ReturnType<typeof useActingFor>>; id: Id; onBack: () => void; backLabel: string }): ReactNode {
  const { data, error } = useCall(getQuestionnaireHistory, { params: { patientId, assignedQuestionnaireId: id } });
  if (error) throw error;
  return data ? <QuestionnaireScoring completed={data} backLabel={backLabel} onBack={onBack} canPrint /> : <Skeleton />;
}

/** The result of a questionnaire that was just sent. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const patientId = useActingFor();
  const id = questionnaireOf(useSearchTexts());
  const completed = justCompleted(id);
  const onBack = () => void navigate({ to: '/questionnaires', search: {}, replace: true });
  const backLabel = t('shell.backToQuestionnaires');
  if (id === null) return <GoTo path="/questionnaires" />;
  if (patientId === null) return null;
  return (
    <MainPage narrow>
      <div className={actingHead}>
        <ActingFor />
      </div>
      {completed ? <QuestionnaireScoring completed={completed} backLabel={backLabel} onBack={onBack} canPrint /> : <Loaded patientId={patientId} id={id} onBack={onBack} backLabel={backLabel} />}
    </MainPage>
  );
}
