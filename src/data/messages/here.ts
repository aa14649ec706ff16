import { createOpenings, type OpenWork } from '../unsent/openings.ts';
import type { MessageSession } from './messageSession.ts';

export interface OpenMessage extends OpenWork {
  readonly session: MessageSession;
}

/** The messages that pages of this tab have open. */
export const openMessages = createOpenings<OpenMessage>();
