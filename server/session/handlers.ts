import { auditEvents, includesCapability } from '@portal/api';
import * as v from 'valibot';
import { auditActor } from '../http/auditActor.ts';
import { capabilitiesOf } from '../contacts/capabilities.ts';
import { renewKeptMarker } from '../credentials/keptMarker.ts';
import { failureKeys } from '../credentials/knownBrowsers.ts';
import { slowNewBrowser } from '../credentials/newBrowserWait.ts';
import { passwordRules } from '../credentials/passwords.ts';
import {
  type AccountServices,
  endSession,
  familySeconds,
  notePresence,
  refusalOfRefresh,
  rotate,
} from '../credentials/tokens.ts';
import { statement } from '../db/pool.ts';
import { moduleCalled } from '../facilities/modules.ts';
import { requireActsFor } from '../http/actsFor.ts';
import { type Handlers, notFound, refusal } from '../http/handler.ts';
import { newSecret } from '../http/secrets.ts';
import { takeHandOver } from '../kiosk/handlers.ts';
import type { Subject } from '../subject/subject.ts';
import * as rooms from '../subjects.ts';
import { signInByLink } from './emailedLinks.ts';
import { changeAtLogin, signInByPassword } from './passwordLogin.ts';
import { signInByTicket } from './singleSignOn.ts';

type SessionCalls =
  | 'requestToken'
  | 'acceptTerms'
  | 'getPasswordRules'
  | 'changePasswordAtLogin'
  | 'reportPresence'
  | 'sendAuditEvent'
  | 'logOff';

const currentTerms = statement(
  'session.currentTerms',
  'select terms_version(facility_id) as version from users where id = $userId',
  v.object({ version: v.string() }),
);
const acceptEula = statement(
  'session.acceptEula',
  'update users set is_eula_accepted = true, accepted_terms_version = $acceptedTermsVersion where id = $userId and accepted_terms_version is distinct from $acceptedTermsVersion',
);
const othersOfCookie = statement(
  'session.othersOfCookie',
  `select 1 as one from sessions mine join sessions other on other.cookie_hash = mine.cookie_hash and other.id <> mine.id
   where mine.id = $sessionId and other.ended_at is null and other.expires_at > now() limit 1`,
);

/** By event type. Events that are not listed here need no description. */
const openedEvents = new Map(
  Object.values<Subject>(rooms).flatMap(({ openedEvent: one }) => (one ? [[one.auditEventType, one] as const] : [])),
);

/** How a session begins, what it tells while it lasts, and how it ends. */
export const sessionHandlers = (services: AccountServices): Pick<Handlers, SessionCalls> => ({
  async requestToken(context) {
    const { body, headers, surface, cookies, refuse } = context;
    if (surface === 'portal') renewKeptMarker(cookies);
    if (body.grant_type === 'refresh_token') {
      const cookie = cookies.get(surface);
      const pair = await context.tx((tx) => rotate(tx, services, body.refresh_token, context, cookie));
      if (pair === null) throw refuse(await refusalOfRefresh(context.db, body.refresh_token));
      if (cookie !== null) cookies.set(surface, cookie, { maxAge: familySeconds });
      return pair;
    }
    switch (headers['logon-process']) {
      case undefined:
        return signInByPassword(context, services, body.username, body.password);
      case 'patientKioskUser':
        return takeHandOver(context, services);
      case 'singleSignOn':
        return signInByTicket(context, services);
      case 'patientLinkUser':
        return signInByLink(context, services);
    }
  },

  async acceptTerms({ tx, actor, body, refuse }) {
    const [first] = body;
    await tx(async (within) => {
      const { version } = await within.one(currentTerms, { userId: actor.userId });
      if (first.op === 'test' && first.value !== version) throw refuse('terms_changed');
      if ((await within.run(acceptEula, { userId: actor.userId, acceptedTermsVersion: version })) > 0)
        await auditActor(within, actor, 'terms.accepted');
    });
    return null;
  },

  async getPasswordRules() {
    const { minimumLength, numOfCapitalLetters, numOfNumbers, numOfSpecialCharacters } = passwordRules;
    return {
      ...passwordRules,
      minLength: minimumLength,
      capitalLetters: numOfCapitalLetters,
      numbers: numOfNumbers,
      specialCharacters: numOfSpecialCharacters,
    };
  },

  async changePasswordAtLogin(context) {
    const keys = await failureKeys(context, context.body.userName);
    const lane = await slowNewBrowser(context.db, keys, services.newBrowserWaitMs);
    await services.passwords.inTurn(keys.source, (matches) => changeAtLogin(context, services, keys, matches), lane);
    services.mailer.wake();
    return null;
  },

  async reportPresence({ db, actor }) {
    await notePresence(db, actor.sessionId);
    return null;
  },

  async sendAuditEvent({ db, actor, body }) {
    if (!Object.hasOwn(auditEvents, body.auditEventType)) throw refusal('bad_request');
    const { section } = auditEvents[body.auditEventType];
    await requireActsFor(db, actor, body.patientId, section && { section, right: 'read' });
    // An older page may still report an event of a module that is off. It is refused, as that module's pages are.
    const module = section && moduleCalled(section);
    if (module && !includesCapability(await capabilitiesOf(db, actor, body.patientId), module)) throw notFound();
    await auditActor(db, actor, `client.${body.auditEventType}`, {
      patientId: body.patientId,
      detail: (await openedEvents.get(body.auditEventType)?.describe(db, body)) ?? {},
    });
    return null;
  },

  async logOff(context) {
    const { tx, db, actor, body, cookies, surface } = context;
    if (body.patientId !== undefined) await requireActsFor(db, actor, body.patientId);
    await tx(async (within) => {
      if (await endSession(within, actor.sessionId, 'logged_off')) {
        await auditActor(within, actor, 'session.ended', {
          patientId: body.patientId ?? actor.patientId,
          detail: { event: body.auditEventType },
        });
      }
    });
    // The changed cookie keeps the browser from restoring the kiosk's last page from its back-forward cache.
    if (surface === 'kiosk') cookies.set('kiosk', newSecret(), { maxAge: familySeconds });
    else if (!(await db.has(othersOfCookie, { sessionId: actor.sessionId }))) cookies.clear('portal');
    return null;
  },
});
