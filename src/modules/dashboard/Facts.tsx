import { phoneHref, phoneShown } from '@portal/api';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { type IconGlyph, Mail } from '../../ui/icons.ts';
import { safeHref } from '../../ui/richTree.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { facts, pressable, reach } from './people.css.ts';

export const Facts = ({ children }: { children: ReactNode }): ReactNode => <ul className={facts}>{children}</ul>;

/** Lines with an icon before them; nothing where there are none. Screen readers read `name` before them. */
export function Fact({ icon, name, lines }: { icon: IconGlyph; name: string; lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <li>
      <Icon of={icon} size="s" />
      <span>
        <VisuallyHidden>{name}: </VisuallyHidden>
        {lines.map((line, index) => (
          <span key={index}>
            {line}
            {index < lines.length - 1 ? <br /> : null}
          </span>
        ))}
      </span>
    </li>
  );
}

export function EmailFact({ email }: { email: string | null }): ReactNode {
  const { t } = useWords();
  if (!email) return null;
  const href = safeHref(`mailto:${email}`);
  if (href === null) return <Fact icon={Mail} name={t('core.email')} lines={[email]} />;
  return (
    <li className={pressable}>
      <Icon of={Mail} size="s" />
      <a className={reach} href={href}>
        <span>
          <VisuallyHidden>{t('core.email')}: </VisuallyHidden>
          {email}
        </span>
      </a>
    </li>
  );
}

/** A telephone number to press. `label` is before it; `isShown` shows the name instead, where the icon alone does not say what it is. */
export function PhoneFact({
  icon,
  name,
  phone,
  extension = null,
  isShown = false,
}: {
  icon: IconGlyph;
  name: string;
  phone: string | null;
  extension?: string | null;
  isShown?: boolean;
}): ReactNode {
  const { t } = useWords();
  if (!phone) return null;
  const shown = phoneShown(phone);
  const words = extension ? t('dashboard.extension', { phone: shown, extension }) : shown;
  const label = isShown ? `${name} ` : <VisuallyHidden>{name}: </VisuallyHidden>;
  const href = phoneHref(phone);
  return (
    <li className={href === null ? undefined : pressable}>
      <Icon of={icon} size="s" />
      <span>
        {label}
        {href === null ? (
          words
        ) : (
          <a className={reach} href={href}>
            {words}
          </a>
        )}
      </span>
    </li>
  );
}
