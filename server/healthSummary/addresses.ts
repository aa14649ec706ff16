import { isEmailAddress, type TransmitType } from '@portal/api';

/** Whether something can be sent to an address. A Direct address ends in the name of a domain or host: certificates are found by it. */
export const canSendTo = (address: string, by: TransmitType): boolean =>
  isEmailAddress(address) && (by === 'email' || !address.endsWith(']'));
