import type { Handlers } from '../app/handler.ts';
import { facilityHandlers } from './facility.ts';
import { kioskHandlers } from './kiosk.ts';
import { questionnaireHandlers } from './questionnaires.ts';
import { type SessionServices, sessionHandlers } from './session.ts';

/** Every call of the contract with its handler. */
export const handlersWith = (services: SessionServices): Handlers => ({
  ...sessionHandlers(services),
  ...facilityHandlers,
  ...questionnaireHandlers,
  ...kioskHandlers(services),
});
