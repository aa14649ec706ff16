import type { ReactNode } from 'react';
import { useFacilityText } from '../../data/facilityText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Info } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import { muted, small } from '../../ui/text.css.ts';
import { noted } from './Messages.css.ts';

/** What the facility says about messages, such as how long they are stored; nothing where it says nothing or it cannot be loaded. */
export function LegalNote(): ReactNode {
  const text = useFacilityText('SecurityMessageLegal');
  return text.kind === 'text' && text.html.trim() !== '' ? (
    <div className={`${noted} ${muted} ${small}`}>
      <Icon of={Info} size="s" />
      <RichText html={text.html} lang={text.lang} />
    </div>
  ) : null;
}
