import {
  flagMeaning,
  getLabDocument,
  getLabResult,
  type LabResultDetails,
  type LabResultId,
  type PatientId,
  recordDateText,
} from '@portal/api';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useMissing } from '../../data/keptRecords/readable.ts';
import { useCall } from '../../data/query/query.ts';
import { linkWithTopic } from '../../records/messageTopic.ts';
import { useTwoPanes } from '../../records/panes/useTwoPanes.ts';
import { RequestLinks } from '../../records/requests/RequestLinks.tsx';
import { selectedPassage } from '../../records/requests/selectedPassage.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFacilityPhone } from '../../records/useFacilityPhone.ts';
import type { LinkProps } from '../../records/links.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ArrowLeft, FlaskConical, Mail, Printer } from '../../ui/icons.ts';
import { back } from '../../ui/Page.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { Explanations, File } from './BesideValues.tsx';
import { Closed } from './Closed.tsx';
import * as look from './Detail.css.ts';
import { Group } from './GroupTable.tsx';
import { OpenResultPdf } from './ResultPdf.tsx';
import { nameOf } from './resultName.ts';
import { onlyOnePane } from './TestResults.css.ts';
import { useFileWindow } from '../../records/useFileWindow.tsx';

export interface DetailLinks {
  readonly back: LinkProps;
  /** Null while there is no such page, or not for this person. */
  readonly settings: LinkProps | null;
  readonly messages: LinkProps | null;
}

export function ResultDetail({
  patientId,
  labResultId,
  links,
  onOpened,
}: {
  patientId: PatientId;
  labResultId: LabResultId;
  links: DetailLinks;
  /** Its values were shown, so list and count have changed. */
  onOpened: (details: LabResultDetails) => void;
}): ReactNode {
  const { t, language } = useWords();
  const input = { params: { patientId, labResultId }, query: { language } };
  const query = useCall(getLabResult, input);
  const missing = useMissing()(getLabResult, input);
  const { data } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const there = data?.labResultId;
  const isBeside = useTwoPanes();
  // On a small screen the result has replaced the list; beside the list the focus stays on the row.
  useEffect(() => {
    if (there === labResultId && !isBeside) heading.current?.focus({ preventScroll: true });
  }, [there, labResultId, isBeside]);
  useEffect(() => {
    if (data !== undefined && data.opening !== 'ask' && data.opening !== 'waiting') onOpened(data);
  }, [data, onOpened]);
  return (
    <>
      <p className={classes(screenOnly, onlyOnePane)}>
        <a className={back} {...links.back}>
          <Icon of={ArrowLeft} size="s" />
          {t('testResults.back')}
        </a>
      </p>
      <QueryBoundary
        query={query}
        notFound="empty"
        missing={missing}
        texts={{ failed: 'testResults.failedOne', failedText: 'testResults.failedText' }}
        isEmpty={() => data === undefined}
        empty={
          <EmptyState icon={FlaskConical} level={2} title={t('testResults.gone')}>
            {t('testResults.goneText')}
          </EmptyState>
        }
      >
        {(details) => <Details patientId={patientId} details={details} links={links} heading={heading} />}
      </QueryBoundary>
    </>
  );
}

function Details({
  patientId,
  details,
  links,
  heading,
}: {
  patientId: PatientId;
  details: LabResultDetails;
  links: DetailLinks;
  heading: RefObject<HTMLHeadingElement | null>;
}): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const files = useFileWindow();
  const { labResultId, startDate, noteToPatient, testResultGroups, documents = [], explanations = [] } = details;
  const isOpen = details.opening !== 'ask' && details.opening !== 'waiting';
  const criticals = testResultGroups
    .flatMap(({ testResultDetails }) => testResultDetails)
    .filter(({ abnormalFlag }) => flagMeaning(abnormalFlag)?.kind === 'critical').length;
  const facts = [
    [
      t('testResults.collected'),
      startDate === null ? t('testResults.notKnown') : recordDateText(locale, startDate, timeZone),
    ],
    [t('testResults.orderedBy'), details.requestingPhysician ?? t('testResults.notKnown')],
    [t('testResults.lab'), details.labName ?? t('testResults.notKnown')],
  ] as const;
  const nameWithDay = [nameOf(details), startDate === null ? null : recordDateText(locale, startDate, timeZone)]
    .filter((part) => part !== null)
    .join(', ');
  return (
    <article aria-labelledby="result-title">
      <div className={look.detailHead}>
        <h2 id="result-title" ref={heading} tabIndex={-1}>
          {nameOf(details)}
        </h2>
        {isOpen ? (
          <div className={look.headActions}>
            <Button variant="quiet" size="small" icon={Printer} onClick={() => window.print()}>
              {t('records.print')}
            </Button>
            <OpenResultPdf patientId={patientId} labResultId={labResultId} files={files} />
          </div>
        ) : null}
      </div>
      <div role="status">{files.notice}</div>
      <div className={look.resultHead}>
        <dl className={look.facts}>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {noteToPatient === null ? null : (
          <div className={look.remarks}>
            <h3>{t('testResults.remarks')}</h3>
            <p className={look.words}>{noteToPatient}</p>
          </div>
        )}
        {criticals === 0 ? null : <Critical count={criticals} />}
      </div>
      {isOpen ? (
        testResultGroups.map((group) => <Group key={group.testResultGroupId} group={group} takenOn={startDate} />)
      ) : (
        <Closed patientId={patientId} details={details} settings={links.settings} />
      )}
      {documents.length === 0 ? null : (
        <section className={look.group} aria-labelledby="result-files">
          <div className={look.groupHead}>
            <h3 id="result-files">{t('testResults.documents')}</h3>
          </div>
          <ul className={look.files}>
            {documents.map((document) => (
              <File
                key={document.documentId}
                document={document}
                onOpen={() =>
                  files.open(getLabDocument, { patientId, labResultId, documentId: document.documentId }, {})
                }
              />
            ))}
          </ul>
        </section>
      )}
      {explanations.length === 0 ? null : <Explanations explanations={explanations} />}
      {isOpen ? (
        <RequestLinks
          write={links.messages}
          kinds={['correction']}
          about={`result-${String(labResultId)}`}
          name={nameWithDay}
          person={details.requestingPhysician}
          content={selectedPassage}
        />
      ) : null}
      {links.messages === null || !isOpen ? null : (
        <p className={screenOnly}>
          <TextLink
            standalone
            icon={Mail}
            {...linkWithTopic(links.messages, {
              subject: nameWithDay,
              person: details.requestingPhysician,
            })}
          >
            {t('testResults.askTeam')}
          </TextLink>
        </p>
      )}
    </article>
  );
}

/** What to do about critical values, and whom to call. */
function Critical({ count }: { count: number }): ReactNode {
  const { t } = useWords();
  const phone = useFacilityPhone();
  return (
    <div className={look.panel}>
      <p>
        <strong>{t('testResults.criticalText', { count })}</strong> {t('testResults.criticalMore')}{' '}
        {phone === null ? null : (
          <TextLink href={phone.href} className={look.phone}>
            {phone.shown}
          </TextLink>
        )}
      </p>
    </div>
  );
}
