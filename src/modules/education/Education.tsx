import { type PatientId, type UserId, countArchivedEducation, listEducation } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useRepresented } from '../../data/profile.ts';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFailureMessage } from '../../records/useFailureMessage.ts';
import { usePreference } from '../../records/usePreference.ts';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CheckboxField, SelectField } from '../../ui/Field.tsx';
import { BookOpen } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { formatPersonName, useWords } from '../../words/index.ts';
import { Articles } from './Articles.tsx';
import { articleViewOf, type ArticleView, articleViews, canChooseView, type Reader } from './articles.ts';
import { viewPreference } from './preferences.ts';
import { controls } from './Education.css.ts';
import { listInput } from './reading.ts';
import { isIpad } from '../../browser/device.ts';
import { config } from '../../data/config.ts';
import { useTwoPanes } from '../../records/panes/useTwoPanes.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';

/** The device and window of the reader. */
function useReader(): Reader {
  const size = useWindowSize();
  const hasTwoPanes = useTwoPanes();
  return {
    size,
    hasTwoPanes,
    isIpad: isIpad(navigator),
    isSameOrigin: config().apiOrigin === '',
    drawsPdf: navigator.pdfViewerEnabled,
  };
}

/** The education articles of a patient (specification 2, section 2). */
export function Education({
  patientId,
  userId,
  isOwn,
}: {
  patientId: PatientId;
  userId: UserId;
  /** The reader is the patient. */
  isOwn: boolean;
}): ReactNode {
  const { t, locale } = useWords();
  const patient = useRepresented();
  const [withArchived, setWithArchived] = useState(false);
  const reader = useReader();
  const [chosen, chooseView] = usePreference<ArticleView>(userId, viewPreference, articleViews, { saysFailures: true });
  const view = chosen ?? articleViews[0];
  const current = useCall(listEducation, listInput(patientId, false));
  const archived = useCall(countArchivedEducation, { params: { patientId } });
  // Loaded only when the box is ticked.
  const all = useCall(listEducation, listInput(patientId, true), { enabled: withArchived });
  const query = withArchived && (all.data !== undefined || all.error !== null) ? all : current;
  useFailureMessage(archived.error);

  return (
    <>
      <PageHead title={t('education.title')} />
      <div className={classes(controls, screenOnly)}>
        <CheckboxField
          label={
            archived.data === undefined
              ? t('education.showArchivedUncounted')
              : t('education.showArchived', { count: archived.data })
          }
          checked={withArchived}
          onChange={setWithArchived}
        />
        {canChooseView(reader) ? (
          <SelectField
            label={t('education.view')}
            value={view}
            onChange={(next) => chooseView(articleViewOf(next))}
            options={[
              { value: 'NewTab', label: t('education.viewNewTab') },
              { value: 'InPage', label: t('education.viewInPage') },
            ]}
          />
        ) : null}
      </div>
      <QueryBoundary
        query={query}
        isEmpty={(articles) => articles.length === 0}
        empty={
          <EmptyState icon={BookOpen} level={2} title={t('records.empty')}>
            {patient === null
              ? t('education.emptyText')
              : t('education.emptyTextFor', { name: formatPersonName(locale, patient) })}
          </EmptyState>
        }
      >
        {(articles) => (
          <Articles
            patientId={patientId}
            articles={articles}
            asked={query === current ? 'current' : 'all'}
            reader={reader}
            view={view}
            isOwn={isOwn}
          />
        )}
      </QueryBoundary>
    </>
  );
}
