import type { MessageSession } from './messageSession.ts';

/** The messages open in this tab, by place. */
export const messagesHere = new Map<string, Pick<MessageSession, 'record' | 'state' | 'pump' | 'settle' | 'nudge'>>();
