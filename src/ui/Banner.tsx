import { useWords } from '../words/index.ts';
import type { ReactNode } from 'react';
import { banner, bannerBody, bannerError, bannerInfo, bannerSuccess, bannerWarning } from './Banner.css.ts';
import { classes } from './classes.ts';
import { type IconLike, iconOf } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { CircleAlert, CircleCheck, Info, MessageSquare, TriangleAlert, X } from './icons.ts';

const kinds = {
  none: { look: '', icon: MessageSquare },
  info: { look: bannerInfo, icon: Info },
  success: { look: bannerSuccess, icon: CircleCheck },
  warning: { look: bannerWarning, icon: TriangleAlert },
  error: { look: bannerError, icon: CircleAlert },
} as const;
type BannerKind = keyof typeof kinds;

interface BannerProps {
  kind?: BannerKind;
  title?: ReactNode;
  /** Another icon than the kind's, such as the struck cloud for offline. */
  icon?: IconLike;
  /** Shows the button that takes the banner away. */
  onClose?: (() => void) | undefined;
  children?: ReactNode;
}

/** A message that stays until it is closed or no longer true; it never times out. */
export function Banner({ kind = 'none', title, icon, onClose, children }: BannerProps): ReactNode {
  const { t } = useWords();
  return (
    <div className={classes(banner, kinds[kind].look)}>
      {iconOf(icon ?? kinds[kind].icon)}
      <div className={bannerBody}>
        {title ? <strong>{title}</strong> : null}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
      {onClose ? <IconButton icon={X} size="s" label={t('core.dismissMessage')} onClick={onClose} /> : <span />}
    </div>
  );
}
