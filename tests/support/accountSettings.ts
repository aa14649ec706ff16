import type { LanguageCode } from '@portal/api';
import type { Page } from 'playwright';
import { text } from './texts.ts';

/** Opens a section of the account settings, whose rows are closed at first. */
export const openSetting = (
  page: Page,
  title: Parameters<typeof text>[0],
  language: LanguageCode = 'en',
): Promise<void> =>
  page
    .getByRole('heading', { level: 2 })
    .getByRole('button', { name: new RegExp(`^${text(title, {}, language)}`), expanded: false })
    .click();
