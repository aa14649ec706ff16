import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { PatientId } from '@portal/api';
import { loadValueSet } from '../../../../../data/valueSets.ts';
import { Button } from '../../../../../ui/Button.tsx';
import { Combobox, type ComboboxOption } from '../../../../../ui/Combobox.tsx';
import { useContentLang } from '../../../../../ui/contentLang.tsx';
import { IconButton } from '../../../../../ui/IconButton.tsx';
import { X } from '../../../../../ui/icons.ts';
import { whenReleased } from '../../../../../ui/form/press.ts';
import { plainText } from '../../../../../ui/RichText.tsx';
import { useWords } from '../../../../../words/index.ts';
import { useItem } from '../../answerSheet.ts';
import { faultText } from '../../faultText.ts';
import { useFillContext } from '../../fillContext.ts';
import { type ItemFieldProps, questionId } from '../itemParts.ts';
import { chosenIn } from '../lookupChosen.ts';
import { typedIn, withConcept, withoutChosen, withOwnWords, withTyped } from './lookupEntries.ts';
import { chosen as chosenClass, chosenList, chosenWords, whole } from './lookupField.css.ts';
import { indexOf, type LookupIndex } from './lookupIndex.ts';
import { useQuestionText } from '../QuestionText.tsx';

/** As many results as fit between the box and the keyboard of a phone. */
const mostShown = 8;
const ownKey = 'own words';
const keyOf = (system: string | null | undefined, code: string) => JSON.stringify([system ?? null, code]);

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly index: LookupIndex };
const loading: Loaded = { kind: 'loading' };

/** The concepts of a question, searchable in a language; `again` tries once more after a failure. */
function useConcepts(
  patientId: PatientId | null,
  valueSetKey: string,
  language: string,
): Loaded & { readonly again: () => void } {
  const [round, setRound] = useState(0);
  const key = JSON.stringify([patientId, valueSetKey, language, round]);
  const [latest, setLatest] = useState<{ readonly key: string; readonly loaded: Loaded }>({ key: '', loaded: loading });
  useEffect(() => {
    if (patientId === null) return undefined;
    const stop = new AbortController();
    loadValueSet(patientId, valueSetKey)
      .then((set) => indexOf(set, language, stop.signal))
      .then((index) => ({ kind: 'ready', index }) as const)
      .catch(() => ({ kind: 'failed' }) as const)
      .then((loaded) => {
        if (!stop.signal.aborted) setLatest({ key, loaded });
      }, reportError);
    return () => stop.abort();
  }, [patientId, valueSetKey, language, key]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  return { ...(latest.key === key ? latest.loaded : loading), again };
}

/** A search box over a large value set, with the chosen concepts above it. */
export function LookupField({ item, sheet }: ItemFieldProps<'LookupQuestion'>): ReactNode {
  const words = useWords();
  const { t, language } = words;
  const contentLang = useContentLang();
  const id = item.questionnaireItemId;
  const boxId = questionId(id, sheet.rowPath);
  const { entries, fault } = useItem(sheet, id);
  const label = useQuestionText(item);
  const loaded = useConcepts(useFillContext()?.patientId ?? null, item.valueSetKey, language);
  const index = loaded.kind === 'ready' ? loaded.index : null;

  const typed = typedIn(entries);
  // Typed letters show at once; on a slow device the results may follow a letter later.
  const sought = useDeferredValue(typed);
  const found = useMemo(() => index?.search(sought, mostShown) ?? { concepts: [], total: 0 }, [index, sought]);
  const isSought = sought.trim().length > 1 || found.total > 0;
  const options = useMemo(() => {
    const all: ComboboxOption[] = found.concepts.map(({ system, code, words: text, isTranslated }) => ({
      key: keyOf(system, code),
      words: text,
      detail: code,
      lang: isTranslated ? language : contentLang,
    }));
    if (item.isOpen && sought.trim() !== '')
      all.push({ key: ownKey, words: t('questionnaires.lookup.own', { words: sought.trim() }) });
    return all;
  }, [found, item.isOpen, sought, language, contentLang, t]);

  const change = useCallback(
    (next: string) => sheet.change(id, withTyped(id, sheet.view(id).entries, next)),
    [sheet, id],
  );
  const choose = useCallback(
    (key: string) => {
      const before = sheet.view(id).entries;
      const concept = found.concepts.find(({ system, code }) => keyOf(system, code) === key);
      if (concept) sheet.change(id, withConcept(item, before, concept));
      else if (key === ownKey) sheet.change(id, withOwnWords(item, before, sought));
    },
    [sheet, id, item, found, sought],
  );
  const leave = useCallback(() => whenReleased(() => sheet.leave(id)), [sheet, id]);

  const told =
    loaded.kind === 'loading'
      ? t('questionnaires.lookup.loading')
      : loaded.kind === 'failed'
        ? t('questionnaires.lookup.failed')
        : !isSought
          ? ''
          : found.total > found.concepts.length
            ? t('questionnaires.lookup.some', { shown: found.concepts.length, total: found.total })
            : t('questionnaires.lookup.found', { total: found.total });
  const isUnchosen = fault?.kind === 'unknownOption' && typed.trim() !== '';
  const chosen = chosenIn(entries);

  const remove = (at: number): void => {
    sheet.change(id, withoutChosen(sheet.view(id).entries, at));
    // The button is gone, so the box gets the focus, where another one can be chosen.
    document.getElementById(boxId)?.focus();
  };

  return (
    <div className={whole}>
      <Combobox
        id={boxId}
        look="question"
        label={label}
        hint={t(item.isOpen ? 'questionnaires.lookup.hintOpen' : 'questionnaires.lookup.hint')}
        required={item.isRequired}
        error={isUnchosen ? t('questionnaires.lookup.notChosen') : fault ? faultText(words, fault) : null}
        value={typed}
        onChange={change}
        options={options}
        onChoose={choose}
        told={told}
        listLabel={plainText(item.formattedText)}
        clearLabel={t('questionnaires.lookup.clear')}
        onLeave={leave}
      />
      {loaded.kind === 'failed' ? (
        <Button variant="secondary" size="small" onClick={loaded.again}>
          {t('questionnaires.lookup.again')}
        </Button>
      ) : null}
      {chosen.length === 0 ? null : (
        <ul className={chosenList} aria-label={t('questionnaires.lookup.chosen')}>
          {chosen.map(({ coding, textAnswer = '' }, at) => {
            const concept = coding ? (index?.find(coding.system ?? null, coding.code) ?? null) : null;
            const text = concept?.words ?? coding?.display ?? textAnswer;
            return (
              <li key={coding ? keyOf(coding.system, coding.code) : `${ownKey} ${textAnswer}`} className={chosenClass}>
                <span
                  className={chosenWords}
                  lang={coding ? (concept?.isTranslated ? language : contentLang) : undefined}
                >
                  {text}
                </span>
                <IconButton
                  icon={X}
                  size="s"
                  label={t('questionnaires.lookup.remove', { words: text })}
                  onClick={() => remove(at)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
