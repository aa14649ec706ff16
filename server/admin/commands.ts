import { accountCommands } from './accounts.ts';
import { alertCommands, facilityAlerts } from './alerts.ts';
import { appointmentCommands } from './appointments.ts';
import { articleCommands } from './articles.ts';
import { auditVerify } from './audit.ts';
import { backupCommand } from './backup.ts';
import { careTeamAdd } from './careTeam.ts';
import { checkInCommands, facilityCheckIn } from './checkIn.ts';
import type { Command } from './command.ts';
import { contactCommands } from './contacts.ts';
import { deceasedCommand } from './deceased.ts';
import { doctor } from './doctor.ts';
import { facilityCommands } from './facility.ts';
import { fhirSourceCommands } from './fhirSources.ts';
import { followUpImport } from './followUps.ts';
import { fileCommands } from './storedFiles.ts';
import { healthSummaryCommands } from './healthSummary.ts';
import { interfaceCommands } from './interfaces.ts';
import { invitationCommands } from './invitations.ts';
import { takeMailCommand } from './mailbox.ts';
import { messageCommands } from './messages.ts';
import { messageSystemCommand } from './messageSystems.ts';
import { questionnaireCommands } from './questionnaire.ts';
import { seriesCommands } from './questionnaireSeries.ts';
import { recordCommands } from './record.ts';
import { outboundCommands } from './outboundInterfaces.ts';
import { patientMergeCommands } from './patientMerges.ts';
import { responsesCommand } from './responses.ts';
import { restoreCommand } from './restore.ts';
import { frontDeskCode } from './frontDeskCode.ts';
import { passkeyRemove } from './passkeys.ts';
import { secondFactorReset } from './secondFactor.ts';
import { signOnCommands } from './signOn.ts';
import { tabletCommands } from './tablets.ts';
import { userCommands } from './users.ts';
import { valueSetCommands } from './valueSets.ts';

/** All commands, in the order of the help and the handbook. */
export const commands: readonly Command[] = [
  ...facilityCommands,
  facilityAlerts,
  facilityCheckIn,
  ...accountCommands,
  ...patientMergeCommands,
  deceasedCommand,
  ...contactCommands,
  ...invitationCommands,
  ...userCommands,
  frontDeskCode,
  secondFactorReset,
  passkeyRemove,
  ...signOnCommands,
  ...tabletCommands,
  ...checkInCommands,
  ...questionnaireCommands,
  ...seriesCommands,
  ...valueSetCommands,
  responsesCommand,
  ...alertCommands,
  ...appointmentCommands,
  followUpImport,
  ...articleCommands,
  careTeamAdd,
  ...messageCommands,
  messageSystemCommand,
  takeMailCommand,
  ...recordCommands,
  ...outboundCommands,
  ...interfaceCommands,
  ...fhirSourceCommands,
  ...healthSummaryCommands,
  ...fileCommands,
  auditVerify,
  doctor,
  backupCommand,
  restoreCommand,
];
