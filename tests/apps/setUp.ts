import { identityOf } from './data/plantedPerson.ts';
import type { SetUpFacts } from '../../src/layout/module.ts';

/** The facts for a person who has confirmed their address, on a device where nothing is offered; texts are their keys with their values. */
export const setUpFacts: SetUpFacts = {
  t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
  locale: 'en-US',
  profile: { ...identityOf('juniper').profile, email: 'juniper@example.org' },
  has: () => true,
  keeping: { kind: 'closed' },
  canInstall: false,
  standing: null,
};
