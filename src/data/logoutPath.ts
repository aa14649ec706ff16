import type { LoginType } from '@portal/api';

/** The page after a session's end (specification 1, section 4). An emailed link's user has no account, so not `/login`. */
export function logoutPath(loginType: LoginType): '/login' | '/linkLogin' | '/ssoLogout' | '/kioskLogin' {
  switch (loginType) {
    case 'singleSignOn':
      return '/ssoLogout';
    case 'patientKioskManagement':
    case 'patientKioskUser':
      return '/kioskLogin';
    case 'patientLinkUser':
      return '/linkLogin';
    case 'userNamePassword':
      return '/login';
  }
}
