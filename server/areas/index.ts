import type { CallName } from '@portal/api';
import type { Handlers } from '../app/handler.ts';
import type { Services } from '../app/services.ts';
import * as areas from './areas.ts';

type Area = (typeof areas)[keyof typeof areas];
type HandledBy<A> = A extends (services: Services) => infer Made ? keyof Made : keyof A;
// Compiles only where every call has a handler; else the compiler names those without.
({}) satisfies { readonly [Name in Exclude<CallName, HandledBy<Area>> as `${Name} has no handler`]: never };

/** Every call of the contract with its handler. */
export const handlersWith = (services: Services): Handlers =>
  Object.assign(
    {},
    ...Object.values(areas).map((area) => (typeof area === 'function' ? area(services) : area)),
  ) as Handlers;
