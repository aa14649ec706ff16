import { Right, Section, type SectionRight, hasRight } from '@portal/api';
import { type ReactNode, type Ref, useId } from 'react';
import { check, tick } from '../../ui/Tick.css.ts';
import { useWords } from '../../words/index.ts';
import { rights, rightsBoxes, rightsName, rightsSection } from './contacts.css.ts';

interface RightsChoiceProps {
  readonly offered: readonly SectionRight[];
  readonly given: readonly SectionRight[];
  readonly onPress: (one: SectionRight, isGiven: boolean) => void;
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  readonly disabled?: boolean;
  /** Below the boxes of a section: until when they last. */
  readonly endOf?: ((section: Section) => ReactNode) | undefined;
  readonly ref?: Ref<HTMLDivElement>;
}

/** What a contact may see and do: the sections of the record, each with its boxes. */
export function RightsChoice({
  offered,
  given,
  onPress,
  labelledBy,
  describedBy,
  disabled = false,
  endOf,
  ref,
}: RightsChoiceProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  const sections = Section.options.filter((section) => offered.some((one) => one.section === section));
  return (
    <div ref={ref} className={rights} role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {sections.map((section) => (
        <fieldset
          key={section}
          className={rightsSection}
          aria-labelledby={`${id}-${section}`}
          aria-describedby={`${id}-${section}-means`}
        >
          <div className={rightsName}>
            <p id={`${id}-${section}`}>{t(`records.section_${section}`)}</p>
            <small id={`${id}-${section}-means`}>{t(`contacts.means_${section}`)}</small>
          </div>
          <div className={rightsBoxes}>
            {Right.options.map((right) =>
              hasRight(offered, { section, right }) ? (
                <label key={right} className={check}>
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
                  <span>{t(`records.right_${right}`)}</span>
                </label>
              ) : null,
            )}
          </div>
          {endOf?.(section)}
        </fieldset>
      ))}
    </div>
  );
}
