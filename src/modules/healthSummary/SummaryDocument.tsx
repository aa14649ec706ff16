import { recordDateText, type UserId } from '@portal/api';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Contents } from '../../records/entries/Contents.tsx';
import { withContents } from '../../records/entries/entries.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronsUpDown, Info, Printer } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { langOf, useWords } from '../../words/index.ts';
import { Arrange } from './Arrange.tsx';
import { DocumentHead } from './DocumentHead.tsx';
import { frame as frameClass } from './frame/frame.css.ts';
import { PaperCopy } from './frame/PaperCopy.tsx';
import { useSummaryFrame } from './frame/useSummaryFrame.ts';
import { arrangeWay, frameWaits, note, tools } from './HealthSummary.css.ts';
import type { ShownDocument } from './shownDocument.ts';
import { type Arranging, useArrangement } from './useArrangement.ts';

interface SummaryDocumentProps {
  readonly userId: UserId;
  readonly shown: ShownDocument & { readonly html: string };
  readonly timeZone: string;
  readonly takesFocus: boolean;
}

/** A document to read: its head, its sections in a frame, and the contents beside them. */
export function SummaryDocument(props: SummaryDocumentProps): ReactNode {
  const { userId, shown } = props;
  const arranging = useArrangement(userId, shown.sections);
  const [isArranging, setArranging] = useState(false);
  const [wasArranging, setWasArranging] = useState(false);
  if (isArranging)
    return (
      <Arrange
        arranging={arranging}
        lang={shown.language ?? undefined}
        onDone={() => {
          setArranging(false);
          setWasArranging(true);
        }}
      />
    );
  if (arranging.shown === null) return <Skeleton lines={8} />;
  return (
    <Reading
      {...props}
      sections={arranging.shown}
      takesFocus={props.takesFocus || wasArranging}
      onArrange={() => setArranging(true)}
    />
  );
}

/** Without scripts: what is in the frame can be read, and its links open in new tabs. */
const sandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

function Reading({
  shown,
  sections,
  timeZone,
  takesFocus,
  onArrange,
}: SummaryDocumentProps & {
  readonly sections: NonNullable<Arranging['shown']>;
  readonly onArrange: () => void;
}): ReactNode {
  const { t, locale, language } = useWords();
  const headId = useId();
  const { html, head } = shown;
  const lang = shown.language ?? langOf(language) ?? language;
  const ids = useMemo(() => sections.map(({ id }) => id), [sections]);
  const place = useRef<HTMLIFrameElement>(null);
  const frame = useSummaryFrame(place, { html, lang, ids });
  const title = head.title ?? t('healthSummary.heading');
  return (
    <div className={sections.length > 0 ? withContents : undefined}>
      {sections.length > 0 ? (
        <Contents
          title={t('healthSummary.contents', { count: sections.length })}
          name={t('records.contentsName')}
          lines={sections.map(({ id, title: line }) => ({
            key: id,
            title: line,
            lang: shown.language ?? undefined,
            count: null,
          }))}
          onGo={frame.goTo}
        >
          <Button variant="quiet" size="small" className={arrangeWay} icon={ChevronsUpDown} onClick={onArrange}>
            {t('healthSummary.arrange')}
          </Button>
        </Contents>
      ) : null}
      <article aria-labelledby={headId}>
        <DocumentHead shown={shown} id={headId} timeZone={timeZone} takesFocus={takesFocus} />
        <div className={tools}>
          {sections.length > 0 ? (
            <Button variant="quiet" size="small" icon={ChevronsUpDown} onClick={() => frame.foldAll(!frame.isAnyOpen)}>
              {t(frame.isAnyOpen ? 'healthSummary.closeAll' : 'healthSummary.openAll')}
            </Button>
          ) : null}
          <Button variant="quiet" size="small" icon={Printer} onClick={() => window.print()}>
            {t('healthSummary.print')}
          </Button>
        </div>
        <div className={frameWaits} aria-busy={frame.isMeasured ? undefined : true}>
          {frame.isMeasured ? null : <Skeleton lines={8} />}
          <iframe
            ref={place}
            className={frameClass}
            sandbox={sandbox}
            data-waiting={frame.isMeasured ? undefined : ''}
            title={
              head.displayDate === null
                ? title
                : t('healthSummary.frame', { title, date: recordDateText(locale, head.displayDate, timeZone, 'day') })
            }
            onLoad={frame.onLoad}
          />
        </div>
        <PaperCopy inFrame={frame.inFrame} lang={lang} />
        <p className={note}>
          <Icon of={Info} size="s" />
          <span>{t('healthSummary.wordsNote')}</span>
        </p>
      </article>
    </div>
  );
}
