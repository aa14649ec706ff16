import { isEmailAddress, type TransmitType } from '@portal/api';

/**
 * Whether something can be sent to an address. A Direct address looks like one for email; its part after the @ is always the name of a domain or a host,
 * because certificates are found by that.
 */
export const canSendTo = (address: string, by: TransmitType): boolean =>
  isEmailAddress(address) && (by === 'email' || !address.endsWith(']'));
