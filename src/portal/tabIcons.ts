import type { TabIcon } from '../shell/page.ts';
import { BookOpen, ClipboardList, House, type IconGlyph } from '../ui/icons.ts';

/** The icon of each page of the navigation. */
export const tabIcons: Readonly<Record<TabIcon, IconGlyph>> = { home: House, questionnaires: ClipboardList, education: BookOpen };
