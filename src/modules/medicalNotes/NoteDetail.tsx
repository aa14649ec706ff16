import type { MedicalNote, UserId, NoteForm } from '@portal/api';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFacility } from '../../data/facility.ts';
import { linkWithTopic } from '../../records/messageTopic.ts';
import { RequestLinks } from '../../records/requests/RequestLinks.tsx';
import { selectedPassage } from '../../records/requests/selectedPassage.ts';
import { detailActions, detailHead } from '../../records/panes/panes.css.ts';
import { useTwoPanes } from '../../records/panes/useTwoPanes.ts';
import type { LinkProps } from '../../records/links.ts';
import { zoneOf } from '../../records/zone.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ArrowLeft, FileDown, Mail, Pencil, Printer } from '../../ui/icons.ts';
import { back } from '../../ui/Page.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatInstantDate, joinFacts, useWords } from '../../words/index.ts';
import { facts, remarks, version as versionClass } from './MedicalNotes.css.ts';
import { firstForm, versionOf } from './notes.ts';
import { serviceDay } from './serviceDay.ts';
import type { PageProps } from './pageProps.ts';
import { Pager } from './Pager.tsx';
import { drawsInPage, PdfPage } from './PdfPage.tsx';
import { PicturePage } from './PicturePage.tsx';
import { TextPage } from './TextPage.tsx';
import type { OpenPage } from './useOpenPage.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { formChoice } from './Reader.css.ts';

/** Chooses which form of a note is read, where its source sent several. */
function FormChoice({
  forms,
  value,
  onChange,
}: {
  forms: readonly NoteForm[];
  value: number;
  onChange: (index: number) => void;
}): ReactNode {
  const { t, locale } = useWords();
  if (forms.length < 2) return null;
  return (
    <div className={`${formChoice} ${screenOnly}`}>
      <SelectField
        label={t('medicalNotes.form')}
        value={String(value)}
        onChange={(next) => onChange(Number(next))}
        options={forms.map(({ kind, title }, index) => ({
          value: String(index),
          label: joinFacts(locale, [title, t(`medicalNotes.kind_${kind}`)]),
        }))}
      />
    </div>
  );
}

interface NoteDetailProps {
  readonly userId: UserId;
  readonly note: MedicalNote;
  readonly list: LinkProps;
  readonly ask: LinkProps | null;
  readonly open: OpenPage;
}

/** One note: when, by whom, remarks, and its pages to read. */
export function NoteDetail({ userId, note, list, ask, open }: NoteDetailProps): ReactNode {
  const { t, locale } = useWords();
  const zone = zoneOf(useFacility()?.timeZoneId ?? 'UTC');
  const isBeside = useTwoPanes();
  const heading = useRef<HTMLHeadingElement>(null);
  const [formIndex, setFormIndex] = useState(() => firstForm(note.forms));
  const [page, setPage] = useState(1);
  // On a small screen the note has replaced the list; beside the list the focus stays on the row.
  useEffect(() => {
    if (!isBeside) heading.current?.focus();
  }, [isBeside]);
  const form = note.forms[formIndex] ?? note.forms[0];
  if (form === undefined) return null;
  const pageInForm = Math.min(page, form.pages);
  const number = form.firstPage + pageInForm - 1;
  const version = versionOf(note);
  const subject = joinFacts(locale, [
    note.documentType,
    note.serviceDate === null ? null : serviceDay(locale, note.serviceDate, zone),
  ]);
  // A file that opens in a window shows its pages there.
  const opensAside = form.kind === 'pdf' && !drawsInPage();
  return (
    <article aria-labelledby="note-title">
      <div className={detailHead}>
        <a className={back} {...list}>
          <Icon of={ArrowLeft} size="s" />
          {t('medicalNotes.back')}
        </a>
        <h2 id="note-title" ref={heading} tabIndex={-1}>
          {note.documentType}
        </h2>
        <div className={classes(detailActions, screenOnly)}>
          {opensAside ? null : form.kind === 'pdf' ? (
            <Button
              variant="quiet"
              size="small"
              icon={FileDown}
              onClick={() => open.open({ note, page: form.firstPage, isWhole: true })}
            >
              {t('medicalNotes.kind_pdf')} <VisuallyHidden>{t('medicalNotes.wholeDocument')}</VisuallyHidden>
            </Button>
          ) : (
            <Button variant="quiet" size="small" icon={Printer} onClick={() => window.print()}>
              {t('records.print')}
            </Button>
          )}
        </div>
      </div>
      {isBeside ? (
        <VisuallyHidden>
          <span role="status">{t('records.shownBeside', { title: note.documentType })}</span>
        </VisuallyHidden>
      ) : null}
      <dl className={facts}>
        <div>
          <dt>{t('medicalNotes.dateOfServices')}</dt>
          <dd>{note.serviceDate === null ? t('medicalNotes.notGiven') : serviceDay(locale, note.serviceDate, zone)}</dd>
        </div>
        <div>
          <dt>{t('medicalNotes.authoredByFact')}</dt>
          <dd>{note.authoredBy ?? t('medicalNotes.notGiven')}</dd>
        </div>
      </dl>
      {version === null ? null : (
        <p className={versionClass}>
          <Icon of={Pencil} size="s" />
          {note.changedAt === null
            ? t(version.text)
            : t(version.textOn, { date: formatInstantDate(locale, note.changedAt, zone.id, 'medium') })}
          {note.replacesEarlier ? ` ${t('medicalNotes.replaces')}` : ''}
        </p>
      )}
      {note.noteToPatient === null ? null : (
        <div className={remarks}>
          <h3>{t('medicalNotes.remarks')}</h3>
          <p>{note.noteToPatient}</p>
        </div>
      )}
      <FormChoice
        forms={note.forms}
        value={formIndex}
        onChange={(next) => {
          setFormIndex(next);
          setPage(1);
        }}
      />
      {form.pages > 1 && !opensAside ? <Pager page={pageInForm} pages={form.pages} onPage={setPage} /> : null}
      <PageOfForm userId={userId} note={note} form={form} number={number} page={pageInForm} open={open} />
      <RequestLinks
        write={ask}
        kinds={['correction']}
        about={`note-${String(note.ptMedicalNoteId)}`}
        name={subject}
        person={note.authoredBy}
        content={selectedPassage}
      />
      {ask === null ? null : (
        <p className={screenOnly}>
          <TextLink standalone icon={Mail} {...linkWithTopic(ask, { subject, person: note.authoredBy })}>
            {t('medicalNotes.ask')}
          </TextLink>
        </p>
      )}
    </article>
  );
}

function PageOfForm(props: PageProps): ReactNode {
  switch (props.form.kind) {
    case 'text':
    case 'html':
      return <TextPage key={props.number} {...props} />;
    case 'picture':
      return <PicturePage {...props} />;
    case 'pdf':
      return <PdfPage {...props} />;
  }
}
