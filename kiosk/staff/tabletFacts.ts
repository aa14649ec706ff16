import { type AnswerOf, contractVersion, type getTablet } from '@portal/api';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { untilStopped } from '../../src/browser/untilStopped.ts';
import { lastAnswerAt, useConnection } from '../../src/data/connection.ts';
import type { KioskFact } from '../../src/ui/KioskFacts.tsx';
import { formatNumber, type MessageKey, useWords } from '../../src/words/index.ts';
import { appBuild } from '../tablet/appBuild.ts';
import { type BatteryNow, watchBattery } from '../tablet/battery.ts';
import { freeMegabytes } from '../tablet/freeStorage.ts';
import { type FullScreenState, fullScreenState, subscribeToFullScreen } from '../tablet/fullScreen.ts';
import { subscribeToWakeLock, type WakeLockState, wakeLockState } from '../tablet/wakeLock.ts';
import { useShownTime } from './shownTime.ts';

const fullScreenTexts: Readonly<Record<FullScreenState, MessageKey>> = {
  full: 'kiosk.fullScreenOn',
  lost: 'kiosk.fullScreenOff',
  notYet: 'kiosk.fullScreenOff',
  unavailable: 'kiosk.fullScreenRefused',
};
const wakeLockTexts: Readonly<Record<WakeLockState, MessageKey>> = {
  held: 'kiosk.wakeLockHeld',
  released: 'kiosk.wakeLockReleased',
  refused: 'kiosk.wakeLockRefused',
  unsupported: 'kiosk.wakeLockUnsupported',
};

/** `undefined`: not known yet. */
function useBattery(): BatteryNow | null | undefined {
  const [battery, setBattery] = useState<BatteryNow | null>();
  useEffect(() => watchBattery(setBattery), []);
  return battery;
}

function useFreeMegabytes(): number | null {
  const [free, setFree] = useState<number | null>(null);
  useEffect(() => untilStopped(freeMegabytes(), setFree), []);
  return free;
}

const screenNow = (): string => [screen.width, screen.height, devicePixelRatio].join(' ');

function subscribeToSize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** An app window that already fills the screen needs no full-screen mode. */
const fillsTheScreen = (): boolean => matchMedia('(display-mode: fullscreen)').matches;

/** What is known of this tablet, as text. Nothing of it is about a patient. */
export function useTabletFacts(told: AnswerOf<typeof getTablet> | undefined): readonly KioskFact[] {
  const { t, locale } = useWords();
  const at = useShownTime();
  const battery = useBattery();
  const free = useFreeMegabytes();
  const isOffline = useConnection() === 'offline';
  const fullScreen = useSyncExternalStore(subscribeToFullScreen, fullScreenState);
  const wakeLock = useSyncExternalStore(subscribeToWakeLock, wakeLockState);
  const [width = '', height = '', ratio = ''] = useSyncExternalStore(subscribeToSize, screenNow).split(' ');
  const answered = lastAnswerAt();
  const untold = t('kiosk.notTold');

  const name = (): string => {
    if (told === undefined) return untold;
    if (told.name === null) return t('kiosk.noTabletName');
    return told.setUpAt === null ? told.name : t('kiosk.tabletNameSince', { name: told.name, time: at(told.setUpAt) });
  };
  const charge = (): string => {
    if (battery === undefined || battery === null) return t('kiosk.batteryNotTold');
    const level = formatNumber(locale, battery.level, { style: 'percent' });
    return t(battery.charging ? 'kiosk.batteryCharging' : 'kiosk.batteryNotCharging', { level });
  };
  return [
    { name: t('kiosk.tabletName'), value: name() },
    { name: t('kiosk.battery'), value: charge() },
    { name: t('kiosk.network'), value: t(isOffline ? 'kiosk.networkOff' : 'kiosk.networkOn') },
    {
      name: t('kiosk.lastAnswer'),
      value: answered === null ? t('kiosk.noneYet') : at(new Date(answered).toISOString()),
    },
    {
      name: t('kiosk.answersSavedAt'),
      value: told === undefined ? untold : told.answersSavedAt === null ? t('kiosk.noneYet') : at(told.answersSavedAt),
    },
    { name: t('kiosk.fullScreen'), value: t(fillsTheScreen() ? 'kiosk.fullScreenOn' : fullScreenTexts[fullScreen]) },
    { name: t('kiosk.wakeLock'), value: t(wakeLockTexts[wakeLock]) },
    {
      name: t('kiosk.version'),
      value: t('kiosk.versionText', {
        build: appBuild() ?? untold,
        own: contractVersion,
        server: told === undefined ? untold : String(told.contractVersion),
      }),
    },
    {
      name: t('kiosk.freeStorage'),
      value: free === null ? untold : t('kiosk.megabytes', { amount: formatNumber(locale, free) }),
    },
    { name: t('kiosk.screenSize'), value: t('kiosk.screenSizeText', { width, height, ratio }) },
    { name: t('kiosk.browser'), value: navigator.userAgent },
  ];
}

/** The same as plain lines, for a message to whoever looks after the tablets. */
export const asPlainList = (facts: readonly KioskFact[]): string =>
  facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
