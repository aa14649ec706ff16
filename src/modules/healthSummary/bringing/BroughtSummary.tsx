import { addBroughtSummary, addHealthCard, CalendarDate, getPatient, type PatientId } from '@portal/api';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { useConnection } from '../../../data/connection.ts';
import { failureOf, refusalOf } from '../../../data/errors.ts';
import { useCall, useSend } from '../../../data/query/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../../ui/Button.tsx';
import { FileText } from '../../../ui/icons.ts';
import { ButtonLink } from '../../../ui/LinkButton.tsx';
import { Row, Rows } from '../../../ui/Row.tsx';
import { formatDate, formatPersonName, type MessageKey, useWords } from '../../../words/index.ts';
import { SummaryWords } from '../sharing/ReadSummary.tsx';
import type { AppLink } from '../lists/parts.ts';
import { summaryBrought } from './bringing.css.ts';
import { type Brought, contradictions } from './brought.ts';

const failures = {
  card_invalid: 'healthSummary.bringCardInvalid',
  link_unreachable: 'healthSummary.bringUnreachable',
  other_person: 'healthSummary.bringOtherPerson',
  summary_unreadable: 'healthSummary.openUnreadable',
  file_infected: 'healthSummary.bringHarmful',
  file_unchecked: 'healthSummary.bringUnchecked',
} as const satisfies Readonly<Record<string, MessageKey>>;

const failureTexts: ReadonlyMap<string, MessageKey> = new Map(Object.entries(failures));

/** What a link led to: whether it is about the same person, its words, and the press that keeps it. */
export function BroughtSummary({
  patientId,
  brought: { host, files, bundle, documents, card },
  notes,
  onCancel,
}: {
  readonly patientId: PatientId;
  readonly brought: Brought;
  readonly notes: AppLink | null;
  readonly onCancel: () => void;
}): ReactNode {
  const { t, locale, language } = useWords();
  const offline = useConnection() === 'offline';
  const { data: patient } = useCall(getPatient, { params: { patientId } });
  const addSummary = useSend(addBroughtSummary);
  const addCard = useSend(addHealthCard);
  const add = card === null ? addSummary : addCard;
  const [isKept, setKept] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The pressed button is gone.
  useEffect(() => {
    if (isKept) place.current?.focus();
  }, [isKept]);
  const differs = bundle === null || patient === undefined ? null : contradictions(bundle, patient);
  const failed = add.error === null ? null : failureOf(add.error);
  const code = card === null ? refusalOf(addBroughtSummary, failed) : refusalOf(addHealthCard, failed);
  const failure = (code === null ? undefined : failureTexts.get(code)) ?? 'healthSummary.bringFailed';
  const born = v.safeParse(CalendarDate, bundle?.birthDate);
  const keep = (): void => {
    const params = { patientId };
    const onSuccess = () => setKept(true);
    if (card === null) addSummary.mutate({ params, body: { host, language, files: [...files] } }, { onSuccess });
    else addCard.mutate({ params, body: { card, language } }, { onSuccess });
  };
  return (
    <SummaryWords bundle={bundle} title={t('healthSummary.bringFound', { host })}>
      <div className={summaryBrought} ref={place} tabIndex={-1}>
        {differs?.birthDate === true ? (
          <Banner kind="error" title={t('healthSummary.bringOtherPerson')}>
            {t('healthSummary.bringOtherBirth', {
              date: born.success ? formatDate(locale, born.output, 'long') : (bundle?.birthDate ?? ''),
            })}
          </Banner>
        ) : differs?.name === true ? (
          <Banner kind="warning" title={t('healthSummary.bringOtherName')}>
            {t('healthSummary.bringOtherNameText', {
              theirs: bundle?.name ?? '',
              ours: patient === undefined ? '' : formatPersonName(locale, patient),
            })}
          </Banner>
        ) : null}
        <div>
          <div role="alert">{add.error === null ? null : <Banner kind="error">{t(failure)}</Banner>}</div>
          <div role="status">{isKept ? <Banner kind="success">{t('healthSummary.bringKept')}</Banner> : null}</div>
        </div>
        {documents.length === 0 ? null : (
          <Rows>
            {documents.map((name, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- two files may have one name
              <Row key={at} icon={FileText} title={name} />
            ))}
          </Rows>
        )}
        <ButtonRow>
          {isKept ? (
            notes && <ButtonLink {...notes}>{t('healthSummary.bringSee')}</ButtonLink>
          ) : differs?.birthDate === true ? null : (
            <Button busy={add.isPending} disabled={offline || patient === undefined} onClick={keep}>
              {t('healthSummary.bringKeep')}
            </Button>
          )}
          <Button variant="secondary" onClick={onCancel}>
            {t(isKept ? 'healthSummary.bringAnother' : 'healthSummary.bringNot')}
          </Button>
        </ButtonRow>
      </div>
    </SummaryWords>
  );
}
