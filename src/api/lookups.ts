import * as v from 'valibot';
import { declareCall } from './call.ts';
import { reading } from './presets.ts';

const lookup = {
  ...reading,
  access: ['patient', 'representative'],
  staleTime: 3_600_000,
  offline: 'keep',
  audited: false,
  isPublic: true,
} as const;
export const getRelationships = declareCall({
  ...lookup,
  name: 'getRelationships',
  path: '/api/lookups/relationships',
  answer: v.array(v.object({ relationshipId: v.number(), relationshipDisplay: v.string() })),
});
/** For addresses, which a tablet needs too. */
const ofAddresses = { ...lookup, access: ['patient', 'representative', 'kioskPatient'] } as const;
export const getCountries = declareCall({
  ...ofAddresses,
  name: 'getCountries',
  path: '/api/lookups/countries',
  answer: v.array(
    v.pipe(
      v.object({
        countryId: v.number(),
        countryNameDisplay: v.string(),
        /** Not in the specification. Left out: the name identifies the country. */
        countryCode: v.optional(v.string()),
        /** Not in the specification; without one the country is after those that have one (specification 2, section 9). */
        sortOrder: v.optional(v.number(), 1000),
      }),
      v.transform((country) => ({ ...country, countryCode: country.countryCode ?? country.countryNameDisplay })),
    ),
  ),
});
export const getStates = declareCall({
  ...ofAddresses,
  name: 'getStates',
  path: '/api/lookups/states',
  answer: v.array(v.object({ stateId: v.number(), countryId: v.number(), stateNameDisplay: v.string() })),
});
export const getPreferredCommunications = declareCall({
  ...lookup,
  name: 'getPreferredCommunications',
  path: '/api/lookups/preferredCommunications',
  answer: v.array(
    v.object({
      preferredCommunicationId: v.number(),
      preferredCommunicationCode: v.string(),
      preferredCommunicationDisplay: v.string(),
    }),
  ),
});
