import appointments from './appointments.ts';
import contacts from './contacts.ts';
import core from './core.ts';
import dashboard from './dashboard.ts';
import education from './education.ts';
import followUpPlan from './followUpPlan.ts';
import form from './form.ts';
import install from './install.ts';
import kiosk from './kiosk.ts';
import { messageBarCodes } from './messageBar.ts';
import questionnaires from './questionnaires.ts';
import resources from './resources.ts';
import session from './session.ts';
import shell from './shell.ts';
import signUp from './signUp.ts';
import table from './table.ts';
import visits from './visits.ts';

/**
 * Every text of both apps. `core` is in the first download; each other catalogue is loaded with the first route that names it.
 * `bar` holds the texts of the message bar that are not needed at once.
 * Never imported by code that runs in a browser: the build turns it into one module per catalogue and language.
 */
export const catalogs = { core, form, shell, dashboard, session, questionnaires, resources, kiosk, install, signUp, table, education, contacts, visits, appointments, followUpPlan, bar: {} };
export { messageBarCodes };

export type CatalogName = keyof typeof catalogs;
type KeysOf<C> = C extends unknown ? keyof C : never;
export type MessageBarCodeName = keyof typeof messageBarCodes;
export type MessageKey = Extract<KeysOf<(typeof catalogs)[CatalogName]>, string> | `bar.${MessageBarCodeName}` | `bar.${MessageBarCodeName}.action`;
