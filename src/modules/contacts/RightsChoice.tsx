import { Right, Section, type SectionRight, hasRight } from '@portal/api';
import type { ReactNode, Ref } from 'react';
import { tick } from '../../ui/Tick.css.ts';
import { useWords } from '../../words/index.ts';
import { box, rights as rightsClass } from './contacts.css.ts';

export interface RightsChoiceProps {
  readonly offered: readonly SectionRight[];
  readonly given: readonly SectionRight[];
  readonly onPress: (one: SectionRight, isGiven: boolean) => void;
  readonly labelledBy: string;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLTableElement>;
}

/** The boxes of what a contact may see and do, section by section. */
export function RightsChoice({
  offered,
  given,
  onPress,
  labelledBy,
  disabled = false,
  ref,
}: RightsChoiceProps): ReactNode {
  const { t } = useWords();
  const columns = Right.options.filter((right) => offered.some((one) => one.right === right));
  const sections = Section.options.filter((section) => offered.some((one) => one.section === section));
  return (
    <table ref={ref} className={rightsClass} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('contacts.section')}</th>
          {columns.map((right) => (
            <th key={right} scope="col">
              {t(`records.right_${right}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sections.map((section) => (
          <tr key={section}>
            <th scope="row">
              {t(`records.section_${section}`)}
              <small>{t(`contacts.means_${section}`)}</small>
            </th>
            {columns.map((right) => (
              <td key={right}>
                {hasRight(offered, { section, right }) ? (
                  <label className={box}>
                    <input
                      className={tick}
                      type="checkbox"
                      aria-label={t('contacts.rightIn', {
                        right: t(`records.right_${right}`),
                        section: t(`records.section_${section}`),
                      })}
                      checked={hasRight(given, { section, right })}
                      disabled={disabled}
                      onChange={(event) => onPress({ section, right }, event.currentTarget.checked)}
                    />
                  </label>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
