import {
  type CalendarDate,
  type IdempotencyKey,
  type LoginType,
  type PatientId,
  requestToken,
  type Token,
} from '@portal/api';
import { send } from './http.ts';

/** The ways to sign in (specification 1, section 6). */
export type SignIn =
  | {
      readonly kind: 'password';
      readonly username: string;
      readonly password: string;
      readonly portalType: 'patientPortal' | 'kioskManagement';
    }
  | { readonly kind: 'kioskPatient'; readonly patientId: PatientId; readonly data: string }
  | {
      readonly kind: 'link';
      readonly patientId: PatientId;
      readonly data: string;
      readonly lastName: string;
      readonly birthDate: CalendarDate;
      /** The same for each try of one page. */
      readonly key: IdempotencyKey;
    }
  | { readonly kind: 'singleSignOn'; readonly ssoId: string; readonly portalType?: 'kioskManagement' };

/** The kind of session that a way to sign in leads to. */
export function loginTypeOf(way: SignIn): LoginType {
  switch (way.kind) {
    case 'password':
      return way.portalType === 'kioskManagement' ? 'patientKioskManagement' : 'userNamePassword';
    case 'kioskPatient':
      return 'patientKioskUser';
    case 'link':
      return 'patientLinkUser';
    case 'singleSignOn':
      return way.portalType === undefined ? 'singleSignOn' : 'patientKioskManagement';
  }
}

const emptyPassword = { grant_type: 'password', username: '', password: '' } as const;

/** Requests the tokens for a way to sign in. Rejects with `CallError`. */
export function requestTokenFor(way: SignIn): Promise<Token> {
  switch (way.kind) {
    case 'password':
      return send(requestToken, {
        headers: { 'portal-type': way.portalType },
        body: { grant_type: 'password', username: way.username, password: way.password },
      });
    case 'kioskPatient':
      return send(requestToken, {
        headers: { 'logon-process': 'patientKioskUser', 'patient-id': String(way.patientId), 'link-data': way.data },
        body: emptyPassword,
      });
    case 'link':
      return send(requestToken, {
        headers: {
          'portal-type': 'patientPortal',
          'logon-process': 'patientLinkUser',
          'patient-id': String(way.patientId),
          'link-data': way.data,
          // HTTP headers carry only Latin-1, and a name may be in any script.
          'last-name': encodeURIComponent(way.lastName),
          'birth-date': way.birthDate,
          'idempotency-key': way.key,
        },
        body: emptyPassword,
      });
    case 'singleSignOn':
      return send(requestToken, {
        headers: {
          'portal-type': way.portalType ?? 'patientPortal',
          'logon-process': 'singleSignOn',
          'sso-id': way.ssoId,
        },
        body: emptyPassword,
      });
  }
}
