import { readFileSync } from 'node:fs';
import { languageCodes } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { iconPath } from '../facilities/icons.ts';
import { ManifestFile, manifestOf } from './manifest.ts';

const found = {
  facility: { facilityId: 7, facilityPortalName: 'Northlight Patient Portal', facilityShortName: 'Northlight' },
  brand: '#1f5d50',
};
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"></svg>';
const built = (surface: 'portal' | 'kiosk') =>
  v.parse(
    ManifestFile,
    JSON.parse(readFileSync(new URL(`../../sw/manifest.${surface}.webmanifest`, import.meta.url), 'utf8')),
  );

/** All texts in it that a person reads. */
const Read = v.object({
  name: v.string(),
  short_name: v.string(),
  description: v.string(),
  shortcuts: v.array(v.object({ name: v.string(), short_name: v.string(), description: v.string() })),
  screenshots: v.array(v.object({ label: v.string() })),
});

test.each(['portal', 'kiosk'] as const)(
  '%s: all that is read is in the language, and no two languages are alike',
  (surface) => {
    const all = languageCodes.map((language) => manifestOf(built(surface), surface, language, found, null));
    expect(new Set(all.map(({ lang }) => lang)).size).toBe(languageCodes.length);
    expect(new Set(all.map((manifest) => JSON.stringify(v.parse(Read, manifest)))).size).toBe(languageCodes.length);
    for (const manifest of all) {
      expect(v.parse(Read, manifest).short_name).toContain('Northlight');
      expect(manifest['theme_color']).toBe('#1f5d50');
      expect(manifest).toMatchObject({ id: '/', scope: '/', start_url: built(surface)['start_url'] });
    }
  },
);

test('the icons are the facility’s where it has a logo, and ours where it has none', () => {
  const source = { surface: 'portal', logo, logoOnDark: null, brand: null } as const;
  const icons = manifestOf(built('portal'), 'portal', 'en', found, source)['icons'];
  expect(icons).toHaveLength(4);
  expect(JSON.stringify(icons)).not.toContain('/icons/');
  const shortcuts = (icon: typeof source | null) =>
    manifestOf(built('portal'), 'portal', 'en', found, icon)['shortcuts'];
  expect(shortcuts(source)).toMatchObject([
    { icons: [{ src: iconPath(7, source, 'any-192'), sizes: '192x192', type: 'image/png' }] },
  ]);
  expect(manifestOf(built('portal'), 'portal', 'en', found, null)['icons']).toEqual(built('portal')['icons']);
  expect(shortcuts(null)).toMatchObject([{ icons: [{ src: '/icons/shortcut-questionnaires.png' }] }]);
});
