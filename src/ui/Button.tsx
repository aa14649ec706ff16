import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react';
import {
  block,
  button,
  buttonRow,
  danger,
  dangerQuiet,
  onDeep,
  quiet,
  reason,
  secondary,
  small,
  withReason,
} from './Button.css.ts';
import { classes } from './classes.ts';
import { type IconLike, iconOf } from './Icon.tsx';

const variants = { primary: '', secondary, quiet, danger, dangerQuiet } as const;
type ButtonVariant = keyof typeof variants;
type ButtonSize = 'medium' | 'small' | 'block';

export interface ButtonLook {
  /** One primary per view. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shown before the text. */
  icon?: IconLike;
  /** Shown after the text. */
  iconAfter?: IconLike;
}

/** The class names of the button look, for links that look like buttons. */
export const buttonClass = (variant: ButtonVariant = 'primary', size: ButtonSize = 'medium', more?: string): string =>
  classes(button, variants[variant], size === 'small' && small, size === 'block' && block, more);

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'disabled'> {
  /** True while the press is being handled: a spinner before the label, and a second press does nothing. */
  busy?: boolean;
  /** Why it cannot be pressed now; shown below it. The button can still be focused, so that the reason is read out. */
  disabledReason?: string | null | undefined;
  /** Disabled for a reason that is shown beside it. */
  disabled?: boolean;
}

/** A button with a verb as its label (visual language, section 5). Never a submit button unless asked to be. */
export function Button({
  variant,
  size,
  icon,
  iconAfter,
  busy = false,
  disabledReason,
  disabled = false,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps): ReactNode {
  const reasonId = useId();
  const off = busy || disabled || Boolean(disabledReason);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Disabled by aria only, so that focus stays and the reason is read; it must not submit either.
    if (off) event.preventDefault();
    else onClick?.(event);
  };
  const part = (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the type is one of the three, `button` unless given
      type={type}
      className={buttonClass(variant, size, className)}
      onClick={press}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      aria-describedby={classes(rest['aria-describedby'], disabledReason && reasonId) || undefined}
    >
      {busy ? null : iconOf(icon, size === 'small' ? 's' : 'm')}
      {children}
      {iconOf(iconAfter, size === 'small' ? 's' : 'm')}
    </button>
  );
  if (!disabledReason) return part;
  return (
    <span className={withReason}>
      {part}
      <span className={reason} id={reasonId}>
        {disabledReason}
      </span>
    </span>
  );
}

/** Buttons side by side; they wrap when their texts are long. */
export const ButtonRow = ({ children, className }: { children: ReactNode; className?: string }): ReactNode => (
  <div className={classes(buttonRow, className)}>{children}</div>
);

/** Gives the buttons inside the colours for the deep surface. */
export const OnDeep = ({ children }: { children: ReactNode }): ReactNode => <div className={onDeep}>{children}</div>;
