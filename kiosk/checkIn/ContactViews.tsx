import { type OwnContactDetail, type RecordedContactDetails, phoneShown } from '@portal/api';
import type { ReactNode } from 'react';
import { Button } from '../../src/ui/Button.tsx';
import { ChoiceGroup } from '../../src/ui/Choices.tsx';
import { addressLines } from '../../src/ui/addressLines.ts';
import { VisuallyHidden } from '../../src/ui/VisuallyHidden.tsx';
import { type MessageKey, useWords } from '../../src/words/index.ts';
import { checkAct, checkAnswer, checkList, checkNone, checkRow } from '../patient/Fill.css.ts';
import { aside, lines } from './checkIn.css.ts';
import { changedDetails, type ContactCheck, knownDetails } from './contactCheck.ts';
import { type DetailKind, detailKinds, detailsOf } from './contactSteps.ts';

const detailNames: Readonly<Record<DetailKind, MessageKey>> = {
  address: 'core.address',
  homePhone: 'kiosk.detailHomePhone',
  mobilePhone: 'kiosk.detailMobilePhone',
  email: 'core.email',
};

/** Ids of the parts that Next may move the focus to. */
export const whatId = 'what-changed';
export const fieldId = (name: OwnContactDetail): string => `detail-${name}`;

/** One contact detail as text; nothing where none is known. */
function DetailValue({ of, kind }: { readonly of: RecordedContactDetails; readonly kind: DetailKind }): ReactNode {
  const { t, locale } = useWords();
  const texts =
    kind === 'address'
      ? addressLines(of, locale)
      : [kind === 'email' ? of.emailAddress : of[kind]].flatMap((value) =>
          value === null || value.trim() === '' ? [] : [kind === 'email' ? value : phoneShown(value)],
        );
  return texts.length === 0 ? (
    t('kiosk.detailNone')
  ) : (
    <span className={lines}>
      {texts.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </span>
  );
}

const isKnown = (of: RecordedContactDetails, kind: DetailKind): boolean =>
  detailsOf[kind].some((name) => (of[name]?.trim() ?? '') !== '');

/** The contact details that the facility has. */
export function LookView({ check }: { readonly check: ContactCheck }): ReactNode {
  const { t } = useWords();
  const known = knownDetails(check);
  return (
    <>
      <div>
        <h2>{t('kiosk.detailsAsk')}</h2>
        <p>{t('kiosk.detailsAskText')}</p>
      </div>
      <dl className={checkList} aria-label={t('kiosk.detailsTitle')}>
        {detailKinds.map((kind) => (
          <div key={kind} className={checkRow}>
            <dt>{t(detailNames[kind])}</dt>
            <dd className={isKnown(known, kind) ? checkAnswer : checkNone}>
              <DetailValue of={known} kind={kind} />
            </dd>
            {detailsOf[kind].some((name) => check.asked[name] !== undefined) ? (
              <dd className={aside}>{t('kiosk.detailWaits')}</dd>
            ) : null}
          </div>
        ))}
      </dl>
    </>
  );
}

/** Asks which of the contact details have changed. */
export function WhatView({
  check,
  onChosen,
}: {
  readonly check: ContactCheck;
  readonly onChosen: (chosen: readonly DetailKind[]) => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <ChoiceGroup
      id={whatId}
      kind="checkbox"
      name="what"
      legend={t('kiosk.whatChanged')}
      error={check.showsProblems && check.chosen.length === 0 ? t('kiosk.whatRequired') : null}
      options={detailKinds.map((kind) => ({ value: kind, label: t(detailNames[kind]) }))}
      value={check.chosen}
      onChange={(ticked) => onChosen(detailKinds.filter((kind) => ticked.includes(kind)))}
    />
  );
}

/** The summary before sending: the old and the new details. */
export function ChangedView({
  check,
  onChange,
}: {
  readonly check: ContactCheck;
  readonly onChange: (detail: DetailKind) => void;
}): ReactNode {
  const { t } = useWords();
  const known = knownDetails(check);
  const changed = changedDetails(check);
  const wanted = { ...known, ...changed };
  const kinds = detailKinds.filter((kind) => detailsOf[kind].some((name) => changed[name] !== undefined));
  return (
    <>
      <div>
        <h2>{t('kiosk.checkChanges')}</h2>
        <p>{t(kinds.length === 0 ? 'kiosk.nothingChanged' : 'kiosk.checkChangesText')}</p>
      </div>
      {kinds.length === 0 ? null : (
        <dl className={checkList} aria-label={t('kiosk.checkChanges')}>
          {kinds.map((kind) => (
            <div key={kind} className={checkRow}>
              <dt>{t(detailNames[kind])}</dt>
              <dd className={isKnown(wanted, kind) ? checkAnswer : checkNone}>
                <DetailValue of={wanted} kind={kind} />
              </dd>
              <dd className={aside}>
                {t('kiosk.detailBefore')} <DetailValue of={known} kind={kind} />
              </dd>
              <dd className={checkAct}>
                <Button variant="quiet" onClick={() => onChange(kind)}>
                  {t('kiosk.change')}
                  <VisuallyHidden> {t(detailNames[kind])}</VisuallyHidden>
                </Button>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
