import { type CalendarDate, getPatientLanguage, PatientId, type UserProfile, IdText } from '@portal/api';
import { send } from '../../src/data/http.ts';
import { loadFacilityWords } from '../../src/data/languagePack.ts';
import { waitAtMost } from '../../src/data/pause.ts';
import { actingFor, loadProfile } from '../../src/data/profile.ts';
import { currentSession, signIn } from '../../src/data/session.ts';
import { currentBranding } from '../../src/browser/branding.ts';
import { showLanguage } from '../../src/browser/showLanguage.ts';
import { chosenInVisit } from '../language.ts';
import { giveUpQuery } from './address.ts';
import { shortName } from './shortName.ts';
import * as v from 'valibot';

const HandOverQuery = v.object({
  ptId: v.pipe(IdText, PatientId),
  data: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
});

/** What the manager's tablet put into the address (rulings, section 6). `data` is one-use and stays a string. */
interface HandOver {
  readonly patientId: PatientId;
  readonly data: string;
}

/** Reads a hand-over from a query; null where it is not whole. Never decodes numbers or JSON out of `data`. */
export function handOverOf(search: string): HandOver | null {
  const query = new URLSearchParams(search);
  const parsed = v.safeParse(HandOverQuery, { ptId: query.get('ptId'), data: query.get('data') });
  return parsed.success ? { patientId: parsed.output.ptId, data: parsed.output.data } : null;
}

/** The patient to whom the tablet was handed. */
export interface Visitor {
  readonly patientId: PatientId;
  readonly name: string;
  /** Set where the facility shows birth dates. */
  readonly dateOfBirth: CalendarDate | null;
}

function visitorOf(profile: UserProfile): Visitor | null {
  const patientId = actingFor();
  return patientId === null ? null : { patientId, name: shortName(profile), dateOfBirth: profile.dateOfBirth ?? null };
}

/** Milliseconds that the name waits for the texts in the patient's language. */
const languageTimeoutMs = 2_000;

/**
 * Shows the page in the patient's language, where the facility knows it and they have not chosen another one in this visit. If its texts come
 * too late, the page stays as it is.
 */
async function inTheirLanguage({ patientId }: Visitor): Promise<void> {
  if (chosenInVisit() !== null) return;
  let isLate = false;
  const show = async (): Promise<void> => {
    const language = await send(getPatientLanguage, { params: { patientId } });
    if (isLate || !language || !currentBranding().languages.includes(language)) return;
    await showLanguage(language);
    void loadFacilityWords();
  };
  await waitAtMost(languageTimeoutMs, show());
  isLate = true;
}

/** The page was reloaded during a visit: the session is still this patient's, and they are asked again who they are. */
let isReload = false;

async function receive(): Promise<Visitor | null> {
  const query = giveUpQuery();
  let profile: UserProfile | null = null;
  if (query !== null) {
    const handOver = handOverOf(query);
    if (!handOver) return null;
    const outcome = await signIn({ kind: 'kioskPatient', ...handOver });
    profile = outcome.kind === 'signedIn' ? outcome.profile : null;
  } else if (currentSession()?.loginType === 'patientKioskUser') {
    isReload = true;
    profile = await loadProfile().catch(() => null);
  }
  const visitor = profile ? visitorOf(profile) : null;
  if (visitor) await inTheirLanguage(visitor);
  return visitor;
}

let received: Promise<Visitor | null> | null = null;

/** Takes the hand-over, once per document. Null: it failed; the page says the same for every reason. */
export const receiveVisitor = (): Promise<Visitor | null> => (received ??= receive().catch(() => null));

/** True after a reload without a connection, while the visit's session lasts. A hand-over that failed is not tried again. */
export const canReceiveAgain = (): boolean => isReload && currentSession()?.loginType === 'patientKioskUser';

export function receiveAgain(): Promise<Visitor | null> {
  received = null;
  return receiveVisitor();
}
