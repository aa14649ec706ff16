import { CareProviderId, type MessageAnswerer } from '@portal/api';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import * as v from 'valibot';
import type { MessageDraftState } from '../../data/messages/types.ts';
import { careProviderName } from '../../records/careProvider.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ChoiceGroup } from '../../ui/Choices.tsx';
import { hint } from '../../ui/FieldParts.css.ts';
import { formatPersonName, useWords } from '../../words/index.ts';
import { PhoneLink } from './BeforeWriting.tsx';
import { filledIn, placeholder } from './filledIn.tsx';
import { hintList } from './Writing.css.ts';

const IdFromText = v.pipe(v.string(), v.transform(Number), CareProviderId);

/** The recipients of a message; below them, those who take no messages, with their telephone. */
export function Recipients({
  id,
  recipients,
  state: { careProviderId: chosen, subject, content, files },
  wanted,
  error,
  onChoose,
}: {
  id: string;
  recipients: readonly MessageAnswerer[];
  state: MessageDraftState;
  wanted: CareProviderId | null;
  error: string | undefined;
  onChoose: (id: CareProviderId) => void;
}): ReactNode {
  const { t, locale } = useWords();
  const nameOf = (one: MessageAnswerer) => careProviderName(one, formatPersonName(locale, one));
  const able = recipients.filter(({ takesMessages }) => takesMessages);
  const unable = recipients.filter(({ takesMessages }) => !takesMessages);
  const isBegun = subject !== '' || content !== '' || files.length > 0;
  const isWantedAble = able.some(({ careProviderId }) => careProviderId === wanted);
  const mayTake = wanted !== null && isWantedAble && (!isBegun || chosen === null);
  const isTaken = useRef(false);
  // A link to write to somebody chooses them, unless the draft is already to another.
  useEffect(() => {
    if (!mayTake || isTaken.current) return;
    isTaken.current = true;
    onChoose(wanted);
  }, [mayTake, wanted, onChoose]);
  const other = wanted !== null && isBegun && chosen !== wanted && !isTaken.current ? chosen : null;
  const started = recipients.find(({ careProviderId }) => careProviderId === other);
  const options = useMemo(
    () =>
      able.map((one) => ({
        value: String(one.careProviderId),
        label: nameOf(one),
        description: (
          <>
            {one.careProviderTitle}
            {one.careProviderTitle !== null && one.answersWithinDays !== null ? <br /> : null}
            {one.answersWithinDays === null ? null : t('secureMessages.answersSoon', { days: one.answersWithinDays })}
          </>
        ),
      })),
    // oxlint-disable-next-line react/exhaustive-deps -- made of the recipients and the language alone
    [recipients, t, locale],
  );
  return (
    <>
      {started === undefined ? null : (
        <Banner kind="info">{t('secureMessages.startedFor', { name: nameOf(started) })}</Banner>
      )}
      <ChoiceGroup
        id={id}
        name="message-recipient"
        legend={t('form.to')}
        required
        wide
        error={error}
        options={options}
        value={chosen === null ? [] : [String(chosen)]}
        onChange={(_, changed) => onChoose(v.parse(IdFromText, changed))}
        trailing={
          unable.length === 0 ? null : (
            <ul className={`${hint} ${hintList}`}>
              {unable.map((one) => (
                <li key={one.careProviderId}>
                  {one.publicPhone === null
                    ? t('secureMessages.noMessages', { name: nameOf(one) })
                    : filledIn(
                        t('secureMessages.noMessagesCall', { name: nameOf(one), phone: placeholder }),
                        <PhoneLink number={one.publicPhone} />,
                      )}
                </li>
              ))}
            </ul>
          )
        }
      />
    </>
  );
}
