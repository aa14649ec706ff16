import { type Facility, type LanguageCode, languageCodes } from '@portal/api';
import { useSyncExternalStore } from 'react';
import { offeredOf } from '../words/index.ts';
import { firstStore } from '../words/smallStore.ts';

/** What the first page of an app shows of a facility. */
export interface Branding {
  readonly facilityName: string;
  readonly portalName: string;
  readonly hasLogo: boolean;
  /** The facility's own language, as a tag. */
  readonly language: string | null;
  readonly languages: readonly LanguageCode[];
  /** The colour scheme of the facility's kiosks. */
  readonly scheme: 'light' | 'dark';
  /** The facility's first telephone number: its text, and what a press on it dials. */
  readonly phone: { readonly shown: string; readonly href: string } | null;
  /** Whether a forgotten username can be mailed. */
  readonly sendsUsernames: boolean;
  /** The year of the copyright line. */
  readonly year: string;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Parses the branding that the server put into the page. By hand, because nothing else on the login page needs schemas; `data/config.ts`
 * parses the same text by its schema before anything is done with it.
 */
export function brandingOf(text: string | null | undefined): Branding {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text ?? '{}');
  } catch {
    // A damaged configuration shows no name; everything in it can also be asked from the server.
  }
  const facility = fieldOf(parsed, 'facility');
  const phone = fieldOf(parsed, 'phone');
  const shown = textOf(fieldOf(phone, 'shown'));
  const href = textOf(fieldOf(phone, 'href'));
  return {
    facilityName: textOf(fieldOf(facility, 'facilityName')) ?? '',
    portalName: textOf(fieldOf(facility, 'facilityPortalName')) ?? '',
    hasLogo: textOf(fieldOf(facility, 'logo')) !== null,
    language: textOf(fieldOf(facility, 'defaultLanguageCode')),
    languages: offeredOf(fieldOf(facility, 'languages')),
    scheme: fieldOf(facility, 'kioskScheme') === 'dark' ? 'dark' : 'light',
    sendsUsernames: fieldOf(facility, 'sendsUsernames') === true,
    phone: shown === null || href === null ? null : { shown, href },
    // The year of the page that the server wrote: the prerendered and the hydrated page must be the same.
    year: textOf(fieldOf(parsed, 'year')) ?? String(new Date().getFullYear()),
  };
}

/** The branding of a facility that was loaded by a call. `languages`: those that it offers, where it does not say so itself. */
export const brandingOfFacility = (
  facility: Facility,
  languages: readonly LanguageCode[] | null,
  phone: Branding['phone'],
): Branding => ({
  facilityName: facility.facilityName,
  portalName: facility.facilityPortalName,
  hasLogo: facility.logo !== null,
  language: facility.defaultLanguageCode,
  languages: offeredOf(facility.languages ?? languages),
  scheme: facility.kioskScheme,
  sendsUsernames: facility.sendsUsernames,
  phone: phone ?? pageBranding().phone,
  year: pageBranding().year,
});

const branding = firstStore<Branding | null>(null);
let ofPage: Branding | null = null;

const pageBranding = (): Branding =>
  (ofPage ??= brandingOf(document.querySelector('meta[name="vestibule-config"]')?.getAttribute('content')));

export const currentBranding = (): Branding => branding.get() ?? pageBranding();

/** Replaces the branding. For a facility's own back end, which puts none into the page. */
export const showBranding: (next: Branding) => void = branding.set;

export const subscribeToBranding = branding.subscribe;

export const useBranding = (): Branding => useSyncExternalStore(branding.subscribe, currentBranding, currentBranding);

/** The facility's languages; during hydration those that the build drew the login with, because both must be the same. */
export const useLanguages = (): readonly LanguageCode[] =>
  useSyncExternalStore(
    branding.subscribe,
    () => currentBranding().languages,
    () => languageCodes,
  );
