import type { LabDocument, LabResultDetails } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../data/facility.ts';
import { disclose } from '../../records/disclose.css.ts';
import { fileSize } from '../../records/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown, CircleHelp, FileText } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { langOf, useWords } from '../../words/index.ts';
import * as look from './Detail.css.ts';

export function File({ document, onOpen }: { document: LabDocument; onOpen: () => void }): ReactNode {
  const { t, locale } = useWords();
  const { title, fileType, pages, bytes } = document;
  const name = title ?? t('testResults.document');
  const size = fileSize(locale, bytes);
  return (
    <li className={look.file}>
      <Icon of={FileText} />
      <div className={look.fileMain}>
        <span>{name}</span>
        <span>{t('testResults.documentSub', { type: fileType.toUpperCase(), pages, size })}</span>
      </div>
      <Button variant="quiet" size="small" onClick={onOpen}>
        {t('records.openFile')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </li>
  );
}

/** The facility's explanations of these tests. */
export function Explanations({
  explanations,
}: {
  explanations: NonNullable<LabResultDetails['explanations']>;
}): ReactNode {
  const { t } = useWords();
  const facility = useFacility()?.facilityShortName ?? '';
  return (
    <section className={classes(look.group, look.explanations)} aria-label={t('testResults.explanations')}>
      <Card>
        <details className={disclose}>
          <summary>
            <Icon of={CircleHelp} size="s" />
            {t('testResults.explanations')}
            <Icon of={ChevronDown} size="xs" />
          </summary>
          <div className={look.explain}>
            {explanations.map(({ title, text, language }) => (
              <p key={title} lang={langOf(language)} className={look.words}>
                <strong>{title}.</strong> {text}
              </p>
            ))}
            <p>{t('testResults.explanationsBy', { facility })}</p>
          </div>
        </details>
      </Card>
    </section>
  );
}
