import { type ModuleName, facilityModules } from '@portal/api';

export const moduleNames = Object.keys(facilityModules) as ModuleName[];

/** The module with this name in any capitalization; null if there is none. */
export const moduleCalled = (name: string): ModuleName | null =>
  moduleNames.find((known) => known.toLowerCase() === name.toLowerCase()) ?? null;

/** Sorts modules in the order of the portal's navigation; unknown ones come last. */
export const inOrder = <T>(capabilities: Readonly<Record<string, T>>): [string, T][] => {
  const places: readonly string[] = moduleNames;
  const placeOf = (name: string) => (places.includes(name) ? places.indexOf(name) : places.length);
  return Object.entries(capabilities).sort(([a], [b]) => placeOf(a) - placeOf(b));
};
