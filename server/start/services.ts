import type { AccountServices } from '../credentials/tokens.ts';
import type { Scanner } from '../files/scanner.ts';
import type { SummaryServices } from '../healthSummary/transmit.ts';
import type { BuiltRoutes } from '../http/builtRoutes.ts';
import type { PushServices } from '../notices/push/sender.ts';

/** What the handlers of all rooms need besides their context. Each room declares what its own need. */
export interface Services extends AccountServices, PushServices, SummaryServices {
  /** The scanner for files that people send. */
  readonly scanner: Scanner;
  /** The pages of the apps that this server serves. */
  readonly routes: BuiltRoutes;
}
