import { identityOf } from './data/plantedPerson.ts';
import type { SetUpFacts } from '../../src/layout/module.ts';

/** The facts for a person who has confirmed their address, on a device that offers nothing. A text is its key followed by its values. */
export const setUpFacts: SetUpFacts = {
  t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
  locale: 'en-US',
  profile: { ...identityOf('juniper').profile, email: 'juniper@example.org' },
  has: () => true,
  keeping: { kind: 'closed' },
  canInstall: false,
  standing: null,
};
