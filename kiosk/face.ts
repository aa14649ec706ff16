import { type LanguageCode, languageCodes } from '@portal/api';
import { useSyncExternalStore } from 'react';
import { offeredOf } from '../src/words/index.ts';

/** What the first picture shows of a facility. */
export interface Face {
  readonly facilityName: string;
  readonly hasLogo: boolean;
  /** The facility's own language, as a tag. */
  readonly language: string | null;
  /** Those that it offers. */
  readonly languages: readonly LanguageCode[];
  readonly scheme: 'light' | 'dark';
}

const listeners = new Set<() => void>();
let face: Face | null = null;

const fieldOf = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined);

/**
 * Reads the face from what the server put into the page. By hand and not by schema, because nothing else of the sign-in needs
 * schemas; `src/data/config.ts` reads the same text by its schema before anything is done with it.
 */
export function faceOf(text: string | null | undefined): Face {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text ?? '{}');
  } catch {
    // A damaged configuration shows no name; the server can be asked for everything in it.
  }
  const facility = fieldOf(parsed, 'facility');
  const facilityName = fieldOf(facility, 'facilityName');
  const language = fieldOf(facility, 'defaultLanguageCode');
  return {
    facilityName: typeof facilityName === 'string' ? facilityName : '',
    hasLogo: typeof fieldOf(facility, 'logo') === 'string',
    language: typeof language === 'string' ? language : null,
    languages: offeredOf(fieldOf(facility, 'languages')),
    scheme: fieldOf(facility, 'kioskScheme') === 'dark' ? 'dark' : 'light',
  };
}

/** The facility as this page shows it. */
export const currentFace = (): Face => (face ??= faceOf(document.querySelector('meta[name="vestibule-config"]')?.getAttribute('content')));

/** A facility's own back end puts nothing into the page: its face follows when it was asked. */
export function showFace(next: Face): void {
  face = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useFace = (): Face => useSyncExternalStore(subscribe, currentFace, currentFace);

/** The languages that the facility offers. The built picture of the sign-in knows of none that it does not: the app takes it over as it was drawn. */
export const useLanguages = (): readonly LanguageCode[] => useSyncExternalStore(subscribe, () => currentFace().languages, () => languageCodes);
