import type { BuiltRoutes } from './builtRoutes.ts';
import type { SessionServices } from '../areas/tokens.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { PushSender } from '../notices/push/sender.ts';
import type { Worker } from './worker.ts';
import type { Scanner } from '../messages/files/scanner.ts';

/** What handlers need besides their context. */
export interface Services extends SessionServices {
  readonly mailer: Mailer;
  /** Null where the facility sends nothing to devices. */
  readonly push: PushSender | null;
  /** Of the files that people send. */
  readonly scanner: Scanner;
  /** Hands summaries to the gateways of facilities. */
  readonly summaries: Pick<Worker, 'wake'>;
  /** The pages of the apps that this server serves. */
  readonly routes: BuiltRoutes;
  /** The portal's public address, where the settings name it: what `portalOrigin` builds links on. */
  readonly portalUrl: string | null;
}
