import { takeHandOverFromAddress } from './handover/address.ts';
import { takeTicketFromAddress } from './staff/signOnTicket.ts';
import { trapBackButton } from './tablet/backButton.ts';

// Runs before any other module, so that no library, router or error report sees the hand-over or a step back.
takeHandOverFromAddress();
takeTicketFromAddress();
trapBackButton();
