import { entriesByPlace, isRepeatingGroup } from '@portal/api';
import type { ReactNode } from 'react';
import { ItemField } from '../../src/modules/questionnaires/fill/ItemField.tsx';
import type { QuestionScreen } from '../../src/modules/questionnaires/fill/kioskScreens.ts';
import { rowNamesOf } from '../../src/modules/questionnaires/fill/answers/rowNames.ts';
import { RowWords } from '../../src/modules/questionnaires/fill/answers/RowWords.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { KioskCard } from '../../src/ui/KioskCard.tsx';
import { KioskStage } from '../../src/ui/KioskStage.tsx';
import { RichText } from '../../src/ui/RichText.tsx';
import { useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { PatientMenu } from '../parts/PatientMenu.tsx';
import { endTheVisit } from '../wipe/leave.tsx';
import { instructions as instructionsClass, rowWords, screen as screenClass } from './Fill.css.ts';
import { MoreRows } from './MoreRows.tsx';
import { leaveEnded } from './open.ts';
import type { EndedElsewhere } from './visit.ts';

/** The instructions before the first question. */
export function IntroScreen({
  instructions,
  total,
}: {
  readonly instructions: string;
  readonly total: number;
}): ReactNode {
  const { t } = useWords();
  return (
    <div className={screenClass}>
      <h2>{t('kiosk.beforeYouStart')}</h2>
      <div className={instructionsClass}>
        <RichText html={instructions} noLinks />
      </div>
      <p>{t('kiosk.allQuestions', { total })}</p>
    </div>
  );
}

/** One question with the headings and texts that precede it. */
export function QuestionScreenView({ screen }: { readonly screen: QuestionScreen }): ReactNode {
  const { headings, block, more, sheet } = screen;
  const around = block
    ? rowNamesOf(sheet.items, entriesByPlace(sheet.answers()), { ...block, rowPath: sheet.rowPath })
    : [];
  // Does not repeat a group's name that is shown above as a heading.
  const rows = around.filter(({ group }) => isRepeatingGroup(group) || !headings.some(({ item }) => item === group));
  return (
    <div className={screenClass}>
      {headings.map(({ item, sheet: own }) =>
        item.questionnaireItemType === 'QuestionGroup' ? (
          <h2 key={own.slot(item.questionnaireItemId)}>
            <RichText html={item.formattedText} inline noLinks />
          </h2>
        ) : (
          <ItemField key={own.slot(item.questionnaireItemId)} sheet={own} item={item} kiosk />
        ),
      )}
      {rows.length > 0 ? (
        <p className={rowWords}>
          <RowWords rows={rows} />
        </p>
      ) : null}
      {block ? <ItemField sheet={sheet} item={block.item} kiosk /> : null}
      {more ? <MoreRows group={more} sheet={sheet} /> : null}
    </div>
  );
}

/** The questionnaire was answered or closed elsewhere. */
export function EndScreen({
  ending,
  title,
  last,
}: {
  readonly ending: EndedElsewhere;
  readonly title: string;
  readonly last: boolean;
}): ReactNode {
  const { t } = useWords();
  const heading = t(ending.kind === 'alreadyCompleted' ? 'kiosk.alreadySent' : 'kiosk.noLongerOpen');
  useArrival(heading);
  return (
    <KioskStage brand={<KioskBrand />} utilities={<PatientMenu />}>
      <KioskCard labelledBy="ending">
        <h1 id="ending">{heading}</h1>
        <p>{title}</p>
        <p role="alert">
          {ending.kind === 'alreadyCompleted'
            ? t('kiosk.alreadySentText', { differing: ending.differing.length })
            : t('kiosk.noLongerOpenText')}
        </p>
        {last ? (
          <Button size="block" onClick={() => endTheVisit('left')}>
            {t('kiosk.finishAndExit')}
          </Button>
        ) : (
          <Button size="block" onClick={leaveEnded}>
            {t('kiosk.backToList')}
          </Button>
        )}
      </KioskCard>
    </KioskStage>
  );
}
