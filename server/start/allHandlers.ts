import type { CallName } from '@portal/api';
import type { Handlers } from '../http/handler.ts';
import type { Services } from './services.ts';
import * as rooms from '../handlers.ts';

type RoomHandlers = (typeof rooms)[keyof typeof rooms];
type HandledBy<R> = R extends (services: Services) => infer Made ? keyof Made : keyof R;
// Does not compile unless every call has a handler; the compiler's message names the calls without one.
({}) satisfies { readonly [Name in Exclude<CallName, HandledBy<RoomHandlers>> as `${Name} has no handler`]: never };

export const handlersWith = (services: Services): Handlers =>
  Object.assign(
    {},
    ...Object.values(rooms).map((handlers) => (typeof handlers === 'function' ? handlers(services) : handlers)),
  ) as Handlers;
