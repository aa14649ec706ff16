import { getCountries, getStates, type OwnContactDetail } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../src/data/query/query.ts';
import { SelectField, TextField } from '../../src/ui/Field.tsx';
import { countryOptions, stateOptions } from '../../src/ui/form/addressOptions.ts';
import type { ContactTexts } from '../../src/ui/form/contactDetails.ts';
import { movedPhone, tidyPhone } from '../../src/ui/form/phones.ts';
import type { Problem } from '../../src/ui/form/rules.ts';
import { countryName, type MessageKey, useWords } from '../../src/words/index.ts';
import { fields, pair } from './checkIn.css.ts';
import { fieldId } from './ContactViews.tsx';
import { type ContactCheck, problemsOf } from './contactCheck.ts';
import type { DetailKind } from './contactSteps.ts';

interface DetailViewProps {
  readonly check: ContactCheck;
  readonly detail: DetailKind;
  readonly onTexts: (texts: Partial<ContactTexts>) => void;
}

/** One question about a changed detail. Autofill is off, because the tablet's browser knows other people's addresses. */
export function DetailView({ check, detail, onTexts }: DetailViewProps): ReactNode {
  const { t } = useWords();
  const problems = check.showsProblems ? problemsOf(check, detail) : noProblems;
  const bind = (name: OwnContactDetail) => {
    const problem = problems.get(name);
    return {
      id: fieldId(name),
      value: check.texts[name],
      error: problem ? t(problem.text, problem.values) : null,
      onChange: (next: string) => onTexts({ [name]: next }),
      autoComplete: 'off',
    };
  };
  switch (detail) {
    case 'address':
      return <AddressQuestion check={check} bind={bind} onTexts={onTexts} />;
    case 'homePhone':
    case 'mobilePhone':
      return (
        <div className={fields}>
          <TextField
            {...bind(detail)}
            look="question"
            label={t(detail === 'homePhone' ? 'kiosk.askHomePhone' : 'kiosk.askMobilePhone')}
            hint={t('kiosk.askPhoneHint')}
            type="tel"
            onBlur={() => {
              const tidy = tidyPhone(check.texts[detail], check.texts.country);
              if (tidy !== check.texts[detail]) onTexts({ [detail]: tidy });
            }}
          />
        </div>
      );
    case 'email':
      return (
        <div className={fields}>
          <TextField
            {...bind('emailAddress')}
            look="question"
            label={t('kiosk.askEmail')}
            hint={t('kiosk.askEmailHint')}
            type="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      );
  }
}

const noProblems: ReadonlyMap<OwnContactDetail, Problem> = new Map();

type Bind = (name: OwnContactDetail) => {
  readonly id: string;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (next: string) => void;
  readonly autoComplete: string;
};

function AddressQuestion({
  check,
  bind,
  onTexts,
}: Pick<DetailViewProps, 'check' | 'onTexts'> & { readonly bind: Bind }): ReactNode {
  const { t, locale } = useWords();
  const { texts, recorded } = check;
  // Without these lists the state is typed and the country stays the same.
  const countries = useCall(getCountries, {}).data ?? [];
  const states = stateOptions(useCall(getStates, {}).data ?? [], countries, texts.country, texts.state);
  const named = (name: OwnContactDetail, label: MessageKey) => ({ ...bind(name), label: t(label) });
  const move = (country: string): void =>
    onTexts({
      country,
      state: '',
      homePhone: movedPhone(texts.homePhone, texts.country, country),
      mobilePhone: movedPhone(texts.mobilePhone, texts.country, country),
    });
  return (
    <div className={fields} role="group" aria-labelledby="address-question">
      <h2 id="address-question">{t('kiosk.askAddress')}</h2>
      <TextField {...named('address1', 'kiosk.address1')} />
      <TextField {...named('address2', 'kiosk.address2')} />
      <div className={pair}>
        <TextField {...named('city', 'form.city')} />
        <TextField {...named('zipCode', 'kiosk.zipCode')} />
      </div>
      <div className={pair}>
        {states.length > 0 ? (
          <SelectField {...named('state', 'form.state')} placeholder={t('form.choose')} options={states} />
        ) : (
          <TextField {...named('state', 'form.state')} />
        )}
        {countries.length > 0 ? (
          <SelectField
            {...named('country', 'form.country')}
            onChange={move}
            placeholder={t('form.choose')}
            // In the tablet's language, which may differ from the account's.
            options={countryOptions(countries, recorded.country, (code) => countryName(code, locale)).map(
              ({ value }) => ({ value, label: countryName(value, locale) }),
            )}
          />
        ) : null}
      </div>
    </div>
  );
}
