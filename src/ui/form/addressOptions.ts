import type { AnswerOf, getCountries, getStates } from '@portal/api';

type Countries = AnswerOf<typeof getCountries>;
type States = AnswerOf<typeof getStates>;

export interface AddressOption {
  readonly value: string;
  readonly label: string;
}

/** The position of a patient's country that is missing from the list (specification 2, section 9). */
const fallbackSortOrder = 1000;

/** The countries to choose from: the patient's first; where the list does not have it, it is at its fallback position. */
export function countryOptions(
  countries: Countries,
  patientCountry: string | null,
  nameOf: (code: string) => string,
): AddressOption[] {
  const isPatients = ({ countryCode }: Pick<Countries[number], 'countryCode'>) => countryCode === patientCountry;
  const absent =
    patientCountry === null || patientCountry === '' || countries.some(isPatients)
      ? []
      : [{ countryCode: patientCountry, countryNameDisplay: nameOf(patientCountry), sortOrder: fallbackSortOrder }];
  const placed = [...countries, ...absent].map((country, index) => ({
    ...country,
    index,
    place: isPatients(country) && absent.length === 0 ? -Infinity : country.sortOrder,
  }));
  return placed
    .toSorted((a, b) => (a.place === b.place ? a.index - b.index : a.place - b.place))
    .map(({ countryCode, countryNameDisplay }) => ({ value: countryCode, label: countryNameDisplay }));
}

/** The states of a country; none where the list has none of it, and then the state is typed. A current value stays. */
export function stateOptions(states: States, countries: Countries, country: string, chosen: string): AddressOption[] {
  const countryId = countries.find(({ countryCode }) => countryCode === country)?.countryId;
  const names = states.flatMap((state) => (state.countryId === countryId ? [state.stateNameDisplay] : []));
  if (names.length === 0) return [];
  return (chosen === '' || names.includes(chosen) ? names : [...names, chosen]).map((name) => ({
    value: name,
    label: name,
  }));
}
