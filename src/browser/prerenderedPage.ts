import { type LanguageCode, languageCodes } from '@portal/api';
import { type Branding, brandingOf } from './branding.ts';

/** A target's sign-in as HTML by language, for facilities of one kind. The server replaces the `blanks` with the facility's facts. */
export interface PrerenderedPage {
  readonly hasLogo: boolean;
  readonly hasPhone: boolean;
  readonly pages: Readonly<Record<string, string>>;
}

/** Placeholders that the server replaces. */
const blanks = {
  portalName: '{{portalName}}',
  facilityName: '{{facilityName}}',
  year: '{{year}}',
  phone: { shown: '{{phone}}', href: '{{phoneHref}}' },
} as const;

/** Draws a target's sign-in. `draw` gives HTML that the app can hydrate. */
export async function drawAll(
  draw: (language: LanguageCode, branding: Branding) => Promise<string>,
): Promise<readonly PrerenderedPage[]> {
  const drawings: PrerenderedPage[] = [];
  for (const hasLogo of [true, false]) {
    for (const hasPhone of [true, false]) {
      const branding = {
        ...brandingOf(null),
        ...blanks,
        hasLogo,
        sendsUsernames: true,
        phone: hasPhone ? blanks.phone : null,
      };
      const pages: Record<string, string> = {};
      // Sequential, because the current language is global.
      for (const language of languageCodes) pages[language] = await draw(language, branding);
      drawings.push({ hasLogo, hasPhone, pages });
    }
  }
  return drawings;
}
