import { type CalendarDate, type KioskVisitor, mostKioskVisitors } from '@portal/api';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFacility } from '../../src/data/facility.ts';
import { loadProfile, useProfile } from '../../src/data/profile.ts';
import { signOut } from '../../src/data/session.ts';
import { useNow } from '../../src/data/useNow.ts';
import { Icon } from '../../src/ui/Icon.tsx';
import { FingerprintPattern, LogOut, Tablet, User } from '../../src/ui/icons.ts';
import { KioskBar, KioskMain } from '../../src/ui/KioskBar.tsx';
import { MenuButton, MenuItem } from '../../src/ui/MenuButton.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { shortName } from '../handover/shortName.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { LanguageChoice } from '../parts/LanguageChoice.tsx';
import { UpdateOffer } from '../parts/UpdateOffer.tsx';
import { loneStart, todayAt } from './list.ts';
import { isPasskeyOffered } from './offerPasskey.ts';
import { Preparing, startFor } from './start.tsx';
import { firstSearch, VisitorList } from './VisitorList.tsx';
import { visitorQuery } from './visitors.ts';

const PasskeyOffer = lazy(() => import('./PasskeyOffer.tsx'));
const StartDialog = lazy(() => import('./StartDialog.tsx'));
const route = getRouteApi('/kioskQuestionnaires');

/** The patient whom staff are about to start, and what the server said of them. */
interface Asked {
  readonly visitor: KioskVisitor;
  readonly onOtherTabletSince: string | null;
}

/** Staff's list of a day: who is waiting, in progress, finished (specification 2, section 2). */
export function Page(): ReactNode {
  const { t } = useWords();
  const facility = useFacility();
  const profile = useProfile();
  const today = todayAt(facility?.timeZoneId ?? 'UTC', new Date(useNow()));
  // Here, because the list is not on the page during a start, which may fail.
  const [search, setSearch] = useState(firstSearch);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback((visitor: KioskVisitor): void => setAsked({ visitor, onOtherTabletSince: null }), []);
  const [starting, setStarting] = useState(false);
  useArrival(t('core.kioskTitle'));

  const start = useCallback(async (visitor: KioskVisitor, endElsewhere = false): Promise<void> => {
    setStarting(true);
    const outcome = await startFor(visitor.patientId, endElsewhere);
    if (outcome.kind === 'started') return;
    setStarting(false);
    setAsked(outcome.kind === 'elsewhere' ? { visitor, onOtherTabletSince: outcome.since } : null);
  }, []);
  useLoneStart(today, start, ask);

  if (starting) return <Preparing />;
  return (
    <>
      <KioskBar brand={<KioskBrand />}>
        <LanguageChoice whose="tablet" />
        <StaffMenu />
      </KioskBar>
      <KioskMain>
        <MessageBar />
        <UpdateOffer />
        <h1>{t('kiosk.listHeading')}</h1>
        <VisitorList today={today} search={search} onSearch={setSearch} onStart={ask} />
        {isPasskeyOffered() && profile !== null ? (
          <Suspense fallback={null}>
            <PasskeyOffer userId={profile.userId} />
          </Suspense>
        ) : null}
      </KioskMain>
      {asked ? (
        <Suspense fallback={null}>
          <StartDialog
            {...asked}
            onCancel={() => setAsked(null)}
            onStart={() => void start(asked.visitor, asked.onOtherTabletSince !== null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Starts the only patient, or offers to, where the address asks; once, so that the way back or a reload shows the list. */
function useLoneStart(
  today: CalendarDate,
  onOpen: (visitor: KioskVisitor) => Promise<void>,
  onAsk: (visitor: KioskVisitor) => void,
): void {
  const { locale } = useWords();
  const { startIfOnlyOne } = route.useSearch();
  const navigate = useNavigate();
  const client = useQueryClient();
  const isDone = useRef(startIfOnlyOne !== 'true');
  const look = useEffectEvent(async (): Promise<void> => {
    void navigate({ to: '/kioskQuestionnaires', search: {}, replace: true });
    const all = { dueDate: today, facilityId: null, words: '', state: null, limit: mostKioskVisitors } as const;
    // The list itself says what fails here.
    const list = await client.fetchQuery(visitorQuery(all, locale)).catch(() => null);
    const lone = list === null ? null : loneStart(list.visitors);
    if (lone?.kind === 'open') void onOpen(lone.visitor);
    if (lone?.kind === 'ask') onAsk(lone.visitor);
  });
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    void look();
  }, []);
}

function StaffMenu(): ReactNode {
  const { t } = useWords();
  const profile = useProfile();
  const navigate = useNavigate();
  useEffect(() => {
    // After a reload the session is there but its user is not known; the log-out tells the server both.
    loadProfile().catch(() => undefined);
  }, []);
  return (
    <MenuButton icon={<Icon of={User} />} label={profile ? shortName(profile) : t('kiosk.staffEntry')}>
      <MenuItem icon={FingerprintPattern} onSelect={() => void navigate({ to: '/kioskPasskeys' })}>
        {t('kiosk.passkeys')}
      </MenuItem>
      <MenuItem icon={Tablet} onSelect={() => void navigate({ to: '/kioskTablet' })}>
        {t('kiosk.thisTablet')}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void signOut('asked')}>
        {t('kiosk.logOut')}
      </MenuItem>
    </MenuButton>
  );
}
