import type { CallName } from '@portal/api';
import type { Handlers } from '../http/handler.ts';
import * as rooms from '../handlers.ts';
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

type RoomHandlers = (typeof rooms)[keyof typeof rooms];
type HandledBy<R> = R extends (services: Services) => infer Made ? keyof Made : keyof R;
// Does not compile unless every call has a handler; the compiler's message names the calls without one.
({}) satisfies { readonly [Name in Exclude<CallName, HandledBy<RoomHandlers>> as `${Name} has no handler`]: never };

export const handlersWith = (services: Services): Handlers =>
  Object.assign(
    {},
    ...Object.values(rooms).map((handlers) => (typeof handlers === 'function' ? handlers(services) : handlers)),
  ) as Handlers;
