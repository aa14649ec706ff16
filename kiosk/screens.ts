import type { ComponentType } from 'react';
import type { CatalogName } from '../src/words/index.ts';
import { stepOf } from './checkIn/state.ts';
import type { Visit } from './patient/visit.ts';

/** One screen of the kiosk. A new screen is its file and its row in the table. */
interface Screen {
  /**
   * `everyone`: the sign-in, which also shows without the router. `notInVisit`: anybody, unless the tablet was handed to a patient.
   * `handOver`: takes a hand-over from the address. `visit`: a patient who has said who they are.
   */
  readonly who: 'everyone' | 'notInVisit' | 'staff' | 'handOver' | 'visit';
  /** For a visit: whether the screen has something to show. If not, the patient's list is shown. */
  readonly isReady?: (visit: Visit) => boolean;
  /** Catalogues that must be loaded before it shows. */
  readonly words: readonly CatalogName[];
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}

/** Every screen by its path. Router, guards, preloading and the address of a signed-out tablet derive from it. */
export const screens = {
  '/kioskLogin': { who: 'everyone', words: [], load: () => import('./staff/Login.tsx') },
  '/kioskQuestionnaires': { who: 'staff', words: ['kiosk'], load: () => import('./staff/PatientList.tsx') },
  '/kioskPasskeys': { who: 'staff', words: ['kiosk', 'form', 'bar'], load: () => import('./staff/Passkeys.tsx') },
  '/kioskTablet': { who: 'staff', words: ['kiosk'], load: () => import('./staff/ThisTablet.tsx') },
  '/kioskSecondStep': {
    who: 'notInVisit',
    words: ['kiosk', 'form', 'bar', 'secondFactor'],
    load: () => import('./staff/SecondStep.tsx'),
  },
  '/kioskNewPassword': {
    who: 'notInVisit',
    words: ['kiosk', 'form', 'bar'],
    load: () => import('./staff/NewPassword.tsx'),
  },
  '/kioskSetUp': { who: 'notInVisit', words: ['kiosk'], load: () => import('./staff/SetUp.tsx') },
  '/patientKioskUserLogin': { who: 'handOver', words: ['kiosk'], load: () => import('./handover/HandOver.tsx') },
  '/patientKioskArrival': {
    who: 'visit',
    isReady: ({ checkIn }) => checkIn !== null && stepOf(checkIn) === 'arrival',
    words: ['kiosk'],
    load: () => import('./checkIn/Arrival.tsx'),
  },
  '/patientKioskContact': {
    who: 'visit',
    isReady: ({ checkIn }) => checkIn !== null && stepOf(checkIn) === 'contact',
    words: ['kiosk', 'form'],
    load: () => import('./checkIn/Contact.tsx'),
  },
  '/patientKioskQuestionnaires': {
    who: 'visit',
    words: ['kiosk'],
    load: () => import('./patient/Questionnaires.tsx'),
  },
  '/complete-kiosk-questionnaire': {
    who: 'visit',
    isReady: ({ open }) => open !== null,
    words: ['kiosk', 'questionnaires'],
    load: () => import('./patient/Fill.tsx'),
  },
  '/kiosk-questionnaire-scoring': {
    who: 'visit',
    isReady: ({ completed }) => completed !== null,
    words: ['kiosk', 'questionnaires'],
    load: () => import('./patient/Scoring.tsx'),
  },
} as const satisfies Readonly<Record<`/${string}`, Screen>>;

export type ScreenPath = keyof typeof screens;

/** The screens without each one's own type. */
export const allScreens: Readonly<Record<ScreenPath, Screen>> = screens;
