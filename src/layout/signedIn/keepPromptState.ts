import type { LoginType } from '@portal/api';
import type { Keeping } from '../../data/keptRecords/state.ts';

/** What decides whether to offer an offline copy now. */
export interface KeepSituation {
  /** True in the installed app. In a browser tab the settings have the switch. */
  readonly isInstalled: boolean;
  readonly keeping: Keeping;
  readonly loginType: LoginType | null;
  readonly isOnline: boolean;
  /** A dialog is open, or something is being filled in. */
  readonly isBusy: boolean;
}

/** `wait`: perhaps later; `never`: not in this session. */
type KeepPromptState = 'ask' | 'wait' | 'never';

function hasAccount(loginType: LoginType): boolean {
  switch (loginType) {
    case 'userNamePassword':
    case 'singleSignOn':
      return true;
    case 'patientLinkUser':
    case 'patientKioskUser':
    case 'patientKioskManagement':
      return false;
  }
}

/** Whether to ask: once on a device, and only somebody with an account whose vault is open here. */
export function keepPromptStateOf({
  isInstalled,
  keeping,
  loginType,
  isOnline,
  isBusy,
}: KeepSituation): KeepPromptState {
  if (!isInstalled || loginType === null || !hasAccount(loginType)) return 'never';
  switch (keeping.kind) {
    case 'on':
    case 'newer':
      return 'never';
    case 'closed':
      return 'wait';
    case 'off':
      if (keeping.wasAsked) return 'never';
      return isOnline && !isBusy ? 'ask' : 'wait';
  }
}
