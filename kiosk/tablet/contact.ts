import { reportTablet } from '@portal/api';
import { send } from '../../src/data/http.ts';
import { appBuild } from './appBuild.ts';
import { noteStanding } from './standing.ts';

/** Tells the server that this tablet is in use, and asks whether the kiosk opens on it. Without an answer everything continues. */
export async function reportToServer(): Promise<void> {
  const answer = await send(reportTablet, { body: { appBuild: appBuild() } }).catch(() => null);
  if (answer !== null) noteStanding(answer.standing);
}
