import { type ReactNode, useEffect, useId, useRef } from 'react';
import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { useFacility } from '../../../data/facility.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FileText, Printer } from '../../../ui/icons.ts';
import { RichText } from '../../../ui/RichText.tsx';
import { formatDate, formatInstant, joinFacts, useWords } from '../../../words/index.ts';
import type { ReadableBundle } from './bundle.ts';
import type { OpenedSummary } from './OpenLink.tsx';
import { readable, words } from './sharing.css.ts';

const nothing: ReadableBundle = { title: '', language: null, madeOn: null, name: null, birthDate: null, sections: [] };

/** A shared summary: its words, by section, and the same as pages. */
export function ReadSummary({ bundle, pdf }: OpenedSummary): ReactNode {
  const { t } = useWords();
  return (
    <SummaryWords bundle={bundle} title={t('healthSummary.openTitle')}>
      <Banner kind="info">{t('healthSummary.openNote')}</Banner>
      <ButtonRow>
        {pdf === null ? null : <OpenPdf pdf={pdf} />}
        <Button variant="secondary" size="small" icon={Printer} onClick={() => window.print()}>
          {t('healthSummary.print')}
        </Button>
      </ButtonRow>
    </SummaryWords>
  );
}

/** Opens the pages in a window of their own. */
function OpenPdf({ pdf }: { readonly pdf: Uint8Array<ArrayBuffer> }): ReactNode {
  const { t } = useWords();
  const open = (): void => {
    const url = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }));
    window.open(url, '_blank', 'noopener');
    // The window has read it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <Button variant="secondary" size="small" icon={FileText} onClick={open}>
      {t('healthSummary.openPdf')}
    </Button>
  );
}

/** The words of a summary under its title; `children` stand between its head and its sections, and alone where it has no words. */
export function SummaryWords({
  bundle,
  title: ownTitle,
  children,
}: {
  readonly bundle: ReadableBundle | null;
  /** For a summary without one. */
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { title, language, madeOn, name, birthDate, sections } = bundle ?? nothing;
  const born = v.safeParse(CalendarDate, birthDate);
  const isInstant = madeOn !== null && !Number.isNaN(Date.parse(madeOn)) && madeOn.includes('T');
  const lang = language ?? undefined;
  return (
    <article className={readable}>
      <h1 ref={heading} tabIndex={-1} lang={title === '' ? undefined : lang}>
        {title === '' ? ownTitle : title}
      </h1>
      <p>
        {joinFacts(locale, [
          name,
          birthDate === null
            ? null
            : t('healthSummary.openBorn', { date: born.success ? formatDate(locale, born.output, 'long') : birthDate }),
          madeOn === null
            ? null
            : t('healthSummary.openMade', { date: isInstant ? formatInstant(locale, madeOn, timeZone) : madeOn }),
        ])}
      </p>
      {children}
      {sections.map((section, index) => (
        <Card key={index}>
          <section lang={lang}>
            <h2 id={`${id}-${String(index)}`}>{section.title}</h2>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard */}
            <div className={words} role="region" aria-labelledby={`${id}-${String(index)}`} tabIndex={0}>
              <RichText html={section.html} />
            </div>
          </section>
        </Card>
      ))}
    </article>
  );
}
