import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { chip, chipDraft, chipError, chipOffline, chipSaved } from './Chip.css.ts';
import { type IconLike, iconOf } from './Icon.tsx';

const kinds = { plain: '', saved: chipSaved, offline: chipOffline, error: chipError, draft: chipDraft } as const;
type ChipKind = keyof typeof kinds;

/** Where data is stored, as a word with an icon: Offline, Saved on this device, Waiting to send, Sent. Shown next to the data. */
export const Chip = ({
  kind = 'plain',
  icon,
  children,
}: {
  kind?: ChipKind;
  icon?: IconLike;
  children: ReactNode;
}): ReactNode => (
  <span className={classes(chip, kinds[kind])}>
    {iconOf(icon, 'xs')}
    <span>{children}</span>
  </span>
);
