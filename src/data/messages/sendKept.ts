import { openMessages } from './here.ts';
import { messageSession } from './open.ts';
import type { MessageRecord } from './record.ts';

/** Sends the message of one place; false: it must be tried again later. */
export async function sendKept(place: string, record: MessageRecord): Promise<boolean> {
  const open = openMessages.at(place);
  if (open) {
    open.session.nudge();
    return true;
  }
  try {
    const session = await messageSession(record, true);
    const isDone = await session.pump();
    session.stop();
    return isDone;
  } catch {
    return false;
  }
}
