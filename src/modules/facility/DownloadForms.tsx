import { type DownloadableForm, type Facility, getDownloadableForm, listDownloadableForms } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { type BlockedDownload, openDownload } from '../../data/download.ts';
import { failureOf } from '../../data/errors.ts';
import { useMissing } from '../../data/keptRecords/readable.ts';
import { useCall } from '../../data/query/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FileDown, Link } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { PageHead } from '../../ui/Page.tsx';
import { safeHref } from '../../ui/richTree.ts';
import { Row, Rows } from '../../ui/Row.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { langOf, useWords } from '../../words/index.ts';
import { below, fileFacts, formActions, lead, notice } from './facility.css.ts';
import { FacilityBoundary } from '../../records/FacilityBoundary.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { pdfReader } from '../../records/pdfReader.ts';
import { useExpiringLink } from '../../records/useExpiringLink.ts';
import { kilobytes } from './fileSize.ts';

/** The facility's forms to download (specification 3, section 2). */
export function DownloadForms(): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('facility.downloadForms')} />
      <p className={lead}>{t('facility.formsLead')}</p>
      <FacilityBoundary>{(facility) => <Forms facility={facility} />}</FacilityBoundary>
    </>
  );
}

type Outcome = ({ readonly kind: 'failed' } | BlockedDownload) & { readonly title: string };

function Forms({ facility: { facilityId } }: { facility: Facility }): ReactNode {
  const { t, language } = useWords();
  const asked = useCall(listDownloadableForms, { params: { facilityId }, query: { language } });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [opening, setOpening] = useState<DownloadableForm['downloadableItemId'] | null>(null);

  useExpiringLink(outcome, setOutcome);

  const open = async ({ downloadableItemId: formId, title }: DownloadableForm) => {
    setOutcome(null);
    setOpening(formId);
    try {
      const done = await openDownload(getDownloadableForm, { facilityId, formId }, {}, t('core.loading'));
      setOutcome(done.kind === 'blocked' ? { ...done, title } : null);
    } catch (error) {
      if (failureOf(error)?.kind !== 'sessionEnded') setOutcome({ kind: 'failed', title });
    } finally {
      setOpening(null);
    }
  };

  return (
    <QueryBoundary
      query={asked}
      isEmpty={(forms) => forms.length === 0}
      empty={
        <EmptyState icon={FileDown} level={2} title={t('facility.noForms')}>
          {t('facility.noFormsText')}
        </EmptyState>
      }
    >
      {(forms) => (
        <>
          <div className={notice} role="status">
            <OutcomeBanner outcome={outcome} onClose={() => setOutcome(null)} />
          </div>
          <Card flush>
            <Rows label={t('facility.downloadForms')}>
              {forms
                .toSorted((a, b) => a.viewOrder - b.viewOrder)
                .map((form) => (
                  <FormRow
                    facilityId={facilityId}
                    key={form.downloadableItemId}
                    form={form}
                    busy={opening === form.downloadableItemId}
                    onOpen={() => void open(form)}
                  />
                ))}
            </Rows>
          </Card>
          {forms.some(({ fileType }) => fileType === 'pdf') ? (
            <p className={below}>
              {t('facility.pdfReader')}{' '}
              <TextLink href={pdfReader} target="_blank" rel="noopener noreferrer">
                {t('facility.getPdfReader')} <VisuallyHidden>{t('records.opensNewTab')}</VisuallyHidden>
              </TextLink>
            </p>
          ) : null}
        </>
      )}
    </QueryBoundary>
  );
}

function OutcomeBanner({ outcome, onClose }: { outcome: Outcome | null; onClose: () => void }): ReactNode {
  const { t } = useWords();
  switch (outcome?.kind) {
    case undefined:
      return null;
    case 'failed':
      return (
        <Banner kind="error" onClose={onClose}>
          {t('facility.formFailed', { title: outcome.title })}
        </Banner>
      );
    case 'blocked':
      return (
        <Banner kind="warning" onClose={onClose}>
          <p>
            {t('facility.formBlocked')}{' '}
            <TextLink href={outcome.url} target="_blank" rel="noopener noreferrer" onClick={() => setTimeout(onClose)}>
              {outcome.title}
            </TextLink>
          </p>
        </Banner>
      );
  }
}

function FormRow({
  facilityId,
  form,
  busy,
  onOpen,
}: {
  facilityId: Facility['facilityId'];
  form: DownloadableForm;
  busy: boolean;
  onOpen: () => void;
}): ReactNode {
  const { t, locale } = useWords();
  const { downloadableItemId: formId } = form;
  const isMissing = useMissing()(getDownloadableForm, { params: { facilityId, formId } }) !== null;
  const { description, fileType, fileSize } = form;
  const lang = langOf(form.language);
  const title = <span lang={lang}>{form.title}</span>;
  const url = safeHref(form.url);
  const size =
    fileSize === null
      ? null
      : t('facility.formSize', { type: (fileType ?? '').toUpperCase(), size: kilobytes(locale, fileSize) });
  return (
    <Row
      icon={url === null ? FileDown : Link}
      title={title}
      sub={description && <span lang={lang}>{description}</span>}
      trailing={
        <span className={formActions}>
          {url === null ? (
            <Button
              variant="secondary"
              size="small"
              busy={busy}
              disabledReason={isMissing ? t('facility.formOffline') : null}
              onClick={onOpen}
            >
              {t('facility.openForm')}
              <VisuallyHidden>
                : {form.title} {t('records.opensNewTab')}
              </VisuallyHidden>
            </Button>
          ) : (
            <ButtonLink variant="secondary" size="small" href={url} target="_blank" rel="noopener noreferrer">
              {t('facility.openSite')}
              <VisuallyHidden>
                : {form.title} {t('records.opensNewTab')}
              </VisuallyHidden>
            </ButtonLink>
          )}
        </span>
      }
    >
      {size === null ? null : <span className={fileFacts}>{size}</span>}
    </Row>
  );
}
