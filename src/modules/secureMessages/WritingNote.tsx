import type { ReactNode } from 'react';
import { ActingLine } from '../../ui/ActingLine.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Lock } from '../../ui/icons.ts';
import { muted, screenOnly, small } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { filledIn, placeholder } from './filledIn.tsx';
import { noted } from './Messages.css.ts';

/** Who writes, and whether they may. */
export interface Writing {
  /** The patient's name, where a representative writes; null for the patient. */
  readonly patientName: string | null;
  readonly mayWrite: boolean;
}

/** Why a representative cannot write; nothing for those who can. */
export function WritingNote({ writing: { patientName, mayWrite } }: { writing: Writing }): ReactNode {
  const { t } = useWords();
  return mayWrite || patientName === null ? null : (
    <p className={classes(noted, muted, small, screenOnly)}>
      <Icon of={Lock} size="s" />
      <span>{t('secureMessages.mayNotWrite', { name: patientName })}</span>
    </p>
  );
}

/** On whose behalf a message is written, above its text. */
export function WrittenFor({ writing: { patientName } }: { writing: Writing }): ReactNode {
  const { t } = useWords();
  return patientName === null ? null : (
    <ActingLine>
      {filledIn(t('secureMessages.actingFor', { name: placeholder }), <strong>{patientName}</strong>)}
    </ActingLine>
  );
}
