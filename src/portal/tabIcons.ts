import type { TabIcon } from '../shell/page.ts';
import { BookOpen, CalendarDays, ClipboardList, House, type IconGlyph, Route } from '../ui/icons.ts';

/** The icon of each page of the navigation. */
export const tabIcons: Readonly<Record<TabIcon, IconGlyph>> = { home: House, appointments: CalendarDays, followUpPlan: Route, questionnaires: ClipboardList, education: BookOpen };
