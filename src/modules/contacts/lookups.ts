import {
  type AnswerOf,
  type PatientId,
  getCountries,
  getPatientAddress,
  getPreferredCommunications,
  getRelationships,
  getStates,
  getSupportedLanguages,
} from '@portal/api';
import type { QueryAnswer } from '../../data/query/queryState.ts';
import type { CallError } from '../../data/errors.ts';
import { useCall } from '../../data/query/query.ts';
import type { Address } from './contactForm.ts';

/** What the fields of a contact are chosen from. */
export interface Lookups {
  readonly relationships: AnswerOf<typeof getRelationships>;
  readonly countries: AnswerOf<typeof getCountries>;
  readonly states: AnswerOf<typeof getStates>;
  readonly communications: AnswerOf<typeof getPreferredCommunications>;
  readonly languages: AnswerOf<typeof getSupportedLanguages>;
  readonly patientAddress: Address;
}

/** All lookups, loaded side by side: ready when all are, failed when one is. */
export function useLookups(patientId: PatientId): QueryAnswer<Lookups> {
  const relationships = useCall(getRelationships, {});
  const countries = useCall(getCountries, {});
  const states = useCall(getStates, {});
  const communications = useCall(getPreferredCommunications, {});
  const languages = useCall(getSupportedLanguages, {});
  const address = useCall(getPatientAddress, { params: { patientId } });
  const all = [relationships, countries, states, communications, languages, address];
  const error: CallError | null = all.find((one) => one.data === undefined && one.error !== null)?.error ?? null;
  const data =
    relationships.data && countries.data && states.data && communications.data && languages.data && address.data
      ? {
          relationships: relationships.data,
          countries: countries.data,
          states: states.data,
          communications: communications.data,
          languages: languages.data,
          patientAddress: address.data,
        }
      : undefined;
  return {
    data,
    error,
    isPending: data === undefined && error === null,
    dataUpdatedAt: Math.min(...all.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: () => all.map((one) => (one.data === undefined ? one.refetch() : null)),
  };
}
