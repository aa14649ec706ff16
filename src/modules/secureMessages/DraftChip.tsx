import type { ReactNode } from 'react';
import type { MessageDraftState } from '../../data/messages/types.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Check, CircleAlert, Pencil, Smartphone } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';

const looks = {
  writing: { kind: 'draft', icon: Pencil },
  device: { kind: 'saved', icon: Smartphone },
  server: { kind: 'saved', icon: Check },
  refused: { kind: 'error', icon: CircleAlert },
} as const;

/** Where the draft is stored, once something was typed. */
export function DraftChip({ saved }: Pick<MessageDraftState, 'saved'>): ReactNode {
  const { t } = useWords();
  if (saved === 'none') return null;
  return <Chip {...looks[saved]}>{t(`secureMessages.draft_${saved}`)}</Chip>;
}
