import type { Handlers } from '../app/handler.ts';
import type { Services } from '../app/services.ts';
import { accountHandlers } from './account.ts';
import { appointmentHandlers } from './appointments.ts';
import { careTeamHandlers } from './careTeam.ts';
import { contactHandlers } from './contacts.ts';
import { educationHandlers } from './education.ts';
import { facilityHandlers } from './facility.ts';
import { facilityPageHandlers } from './facilityPages.ts';
import { followUpPlanHandlers } from './followUpPlan.ts';
import { kioskHandlers } from './kiosk.ts';
import { lookupHandlers } from './lookups.ts';
import { questionnaireHandlers } from './questionnaires.ts';
import { sessionHandlers } from './session.ts';
import { signUpHandlers } from './signUp.ts';
import { singleSignOnHandlers } from './singleSignOn.ts';

/** Every call of the contract with its handler. */
export const handlersWith = (services: Services): Handlers => ({
  ...sessionHandlers(services),
  ...accountHandlers(services),
  ...facilityHandlers,
  ...facilityPageHandlers,
  ...questionnaireHandlers,
  ...appointmentHandlers,
  ...followUpPlanHandlers,
  ...educationHandlers,
  ...careTeamHandlers,
  ...kioskHandlers(services),
  ...contactHandlers(services),
  ...lookupHandlers,
  ...signUpHandlers(services),
  ...singleSignOnHandlers(services),
});
