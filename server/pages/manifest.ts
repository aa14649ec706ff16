import type { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { type IconSource, iconPath } from '../facilities/icons.ts';
import type { Surface } from '../http/handler.ts';
import { pageLocales, pageTexts } from './texts.ts';

/** The manifest that the build makes, in English and with our own icon. */
export const ManifestFile = v.looseObject({
  shortcuts: v.optional(v.array(v.looseObject({ name: v.string() })), []),
  screenshots: v.optional(v.array(v.looseObject({ label: v.string() })), []),
});

interface ManifestFacility {
  readonly facilityId: number;
  readonly facilityPortalName: string;
  readonly facilityShortName: string;
}

/** The build's manifest in the person's language, with the facility's name, colour and icons. Nothing in it is about a person. */
export function manifestOf(
  base: v.InferOutput<typeof ManifestFile>,
  surface: Surface,
  language: LanguageCode,
  found: { readonly facility: ManifestFacility; readonly brand: string | null } | null,
  icon: IconSource | null,
): Readonly<Record<string, unknown>> {
  const { kiosk, description, shortcut, screenshots } = pageTexts[language].manifest;
  const facility = found?.facility ?? null;
  const short =
    facility === null
      ? null
      : surface === 'kiosk'
        ? kiosk.replace('{name}', () => facility.facilityShortName)
        : facility.facilityShortName;
  const iconOf =
    facility === null || icon === null
      ? null
      : (purpose: 'any' | 'maskable', size: 192 | 512) => ({
          src: iconPath(facility.facilityId, icon, `${purpose}-${size}`),
          sizes: `${size}x${size}`,
          type: 'image/png',
        });
  return {
    ...base,
    lang: pageLocales[language],
    description: description[surface],
    shortcuts: base.shortcuts.map((one) => ({
      ...one,
      ...shortcut[surface],
      ...(iconOf === null ? {} : { icons: [iconOf('any', 192)] }),
    })),
    screenshots: base.screenshots.map((one) => ({
      ...one,
      label: screenshots[/log in|sign in/i.test(one.label) ? 'signIn' : 'questionnaires'],
    })),
    ...(facility === null
      ? {}
      : { name: surface === 'kiosk' ? short : facility.facilityPortalName, short_name: short }),
    ...(found === null || found.brand === null ? {} : { theme_color: found.brand }),
    ...(iconOf === null
      ? {}
      : {
          icons: (['any', 'maskable'] as const).flatMap((purpose) =>
            ([192, 512] as const).map((size) => ({ ...iconOf(purpose, size), purpose })),
          ),
        }),
  };
}
