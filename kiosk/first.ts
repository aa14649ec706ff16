import { takeHandOverFromAddress } from './handover/address.ts';
import { trapBackButton } from './tablet/backButton.ts';

// Before anything else of the app runs, so that no library, no router and no error report sees the hand-over or a step back.
takeHandOverFromAddress();
trapBackButton();
