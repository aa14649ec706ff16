import { type ReactNode, useState } from 'react';
import { Avatar } from '../../src/ui/Avatar.tsx';
import { Brand } from '../../src/ui/Brand.tsx';
import { Count } from '../../src/ui/Count.tsx';
import { Dialog } from '../../src/ui/dialog/Dialog.tsx';
import { IconLink } from '../../src/ui/IconButton.tsx';
import {
  BookOpen,
  CalendarDays,
  CircleHelp,
  ClipboardList,
  FileDown,
  FlaskConical,
  House,
  type IconGlyph,
  Languages,
  Link,
  ListChecks,
  LogOut,
  Mail,
  NotebookText,
  Route,
  Settings,
} from '../../src/ui/icons.ts';
import { MenuButton, MenuItem } from '../../src/ui/MenuButton.tsx';
import { Dock, EntryLink, type NavigationEntry, Tabs } from '../../src/ui/Navigation.tsx';
import { withRail } from '../../src/ui/Navigation.css.ts';
import { Page } from '../../src/ui/Page.tsx';
import { menuList } from '../../src/ui/Popover.css.ts';
import { TopBar } from '../../src/ui/TopBar.tsx';
import { UtilityLink } from '../../src/ui/Utility.tsx';
import type { ViewProps } from './views.ts';

/** All nine modules in the fixed order, with counts: icon, count, then full and short name by language; the last is the envelope. */
const modules: readonly (readonly [IconGlyph, number, Readonly<Record<'en' | 'pt', readonly [string, string]>>])[] = [
  [House, 0, { en: ['Dashboard', 'Home'], pt: ['Painel inicial', 'Início'] }],
  [CalendarDays, 0, { en: ['Appointments', 'Visits'], pt: ['Consultas marcadas', 'Consultas'] }],
  [ListChecks, 4, { en: ['Treatment summary', 'Treatment'], pt: ['Resumo do tratamento', 'Tratamento'] }],
  [Route, 0, { en: ['Follow-up plan', 'Follow-up'], pt: ['Plano de acompanhamento', 'Plano'] }],
  [BookOpen, 1, { en: ['Education', 'Education'], pt: ['Material educativo', 'Educação'] }],
  [ClipboardList, 2, { en: ['Questionnaires', 'Questions'], pt: ['Questionários', 'Perguntas'] }],
  [FlaskConical, 112, { en: ['Test results', 'Results'], pt: ['Resultados de exames', 'Exames'] }],
  [NotebookText, 3, { en: ['Medical notes', 'Notes'], pt: ['Anotações médicas', 'Notas'] }],
  [Mail, 3, { en: ['Messages', 'Messages'], pt: ['Mensagens', 'Mensagens'] }],
];
const inBar = [0, 1, 5, 6];
const stay = (event: { preventDefault: () => void }) => event.preventDefault();

/** The navigation with every module switched on, as each of the four window sizes shows it; `?language=pt` for longer words. */
export function NavigationView({ settings }: ViewProps): ReactNode {
  const language = settings.language === 'pt' ? 'pt' : 'en';
  const [menuOpen, setMenuOpen] = useState(false);
  const entries = modules.map(([icon, count, names], order): NavigationEntry => {
    const [label, shortLabel] = names[language];
    return { label, shortLabel, icon, count, current: order === 6, link: { href: `#${order}`, onClick: stay } };
  });
  const countWords = (count: number) => `${count} new`;
  return (
    <div className={withRail}>
      <TopBar
        brand={<Brand name="Tidewillow Health" />}
        wideUtilities={
          <>
            <MenuButton label={language === 'pt' ? 'Recursos' : 'Resources'} align="start">
              <MenuItem icon={CircleHelp}>FAQs</MenuItem>
              <MenuItem icon={Link}>Useful links</MenuItem>
              <MenuItem icon={FileDown}>Download forms</MenuItem>
            </MenuButton>
            <UtilityLink href="#contact">{language === 'pt' ? 'Fale conosco' : 'Contact us'}</UtilityLink>
            <MenuButton icon={Languages} hiddenLabel="Language" label={language === 'pt' ? 'Português' : 'English'}>
              <MenuItem current>English</MenuItem>
            </MenuButton>
          </>
        }
        wideEnd={
          <MenuButton icon={<Avatar small initials="JA" />} label="Juniper Applewhistle">
            <MenuItem icon={Settings}>Account Settings</MenuItem>
            <MenuItem icon={LogOut}>Log Out</MenuItem>
          </MenuButton>
        }
      >
        <IconLink icon={Mail} label="Messages, 3 unread" href="#messages">
          <Count value={3} hiddenWords="" />
        </IconLink>
      </TopBar>
      <Tabs
        label="Main"
        moreLabel={language === 'pt' ? 'Mais' : 'More'}
        countWords={countWords}
        entries={entries.slice(0, 8)}
      />
      <Page>
        <h1>Test results</h1>
        <p>Every module is switched on, and most have something new.</p>
      </Page>
      <Dock
        label="Main, short"
        menuLabel="Menu"
        countWords={countWords}
        entries={entries.filter((_, order) => inBar.includes(order))}
        somethingNew="something new"
        menuOpen={menuOpen}
        onMenu={() => setMenuOpen(true)}
      />
      {menuOpen ? (
        <Dialog title="Juniper Applewhistle" onClose={() => setMenuOpen(false)}>
          <nav className={menuList} aria-label="All pages">
            {entries.map((entry) => (
              <EntryLink
                key={entry.link.href}
                entry={entry}
                countWords={countWords}
                onChosen={() => setMenuOpen(false)}
              />
            ))}
          </nav>
        </Dialog>
      ) : null}
    </div>
  );
}
