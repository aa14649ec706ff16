import type { AccountServices } from '../credentials/tokens.ts';
import type { BroughtServices } from '../healthSummary/brought/handlers.ts';
import type { SummaryServices } from '../healthSummary/transmit.ts';
import type { BuiltRoutes } from '../http/builtRoutes.ts';
import type { OpenIdServices } from '../openid/providers.ts';
import type { PushServices } from '../notices/push/sender.ts';
import type { QuestionnaireServices } from '../questionnaires/handlers.ts';

/** What the handlers of all rooms need besides their context. Each room declares what its own need. */
export interface Services
  extends AccountServices, BroughtServices, OpenIdServices, PushServices, QuestionnaireServices, SummaryServices {
  readonly routes: BuiltRoutes;
}
