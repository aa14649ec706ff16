import { StartRefused } from '../process/startRefused.ts';
import { accountCommands } from './accounts.ts';
import { alertCommands } from './alerts.ts';
import { appointmentCommands } from './appointments.ts';
import { articleCommands } from './articles.ts';
import { auditCommands } from './audit.ts';
import { careTeamCommands } from './careTeam.ts';
import { checkInCommands } from './checkIn.ts';
import type { Command, Io } from './command.ts';
import { contactCommands } from './contacts.ts';
import { facilityCommands } from './facility.ts';
import { CommandFailed } from './failure.ts';
import { followUpCommands } from './followUps.ts';
import { mailboxCommands } from './mailbox.ts';
import { facilityOidCommands } from './facilityOid.ts';
import { healthSummaryCommands } from './healthSummary.ts';
import { messageSystemCommands } from './messageSystems.ts';
import { messageCommands } from './messages.ts';
import { questionnaireCommands } from './questionnaire.ts';
import { recordCommands } from './record.ts';
import { seriesCommands } from './questionnaireSeries.ts';
import { responsesCommand } from './responses.ts';
import { tabletCommands } from './tablets.ts';
import { userCommands } from './users.ts';
import { valueSetCommands } from './valueSets.ts';
import { waysInCommands } from './waysIn.ts';

const commands: readonly Command[] = [
  ...facilityCommands,
  ...accountCommands,
  ...contactCommands,
  ...tabletCommands,
  ...questionnaireCommands,
  ...seriesCommands,
  ...valueSetCommands,
  responsesCommand,
  ...alertCommands,
  ...appointmentCommands,
  ...checkInCommands,
  ...followUpCommands,
  ...articleCommands,
  ...careTeamCommands,
  ...healthSummaryCommands,
  ...facilityOidCommands,
  ...messageSystemCommands,
  ...messageCommands,
  ...mailboxCommands,
  ...recordCommands,
  ...waysInCommands,
  ...userCommands,
  ...auditCommands,
];

const overview = `npm run admin -- COMMAND

${commands.map((command) => `  ${command.help.split('\n')[0] ?? ''}`).join('\n')}

With --help each command says more. The database is that of DATABASE_URL, or the embedded one in DATA_DIR ("data").`;

const isBadOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Runs one command of the command line and gives its exit code: 0 done, 1 failed, 2 not understood. */
export async function runAdmin(args: readonly string[], io: Io): Promise<number> {
  const command = commands.find(({ words }) => words.every((word, place) => args[place] === word));
  const wantsHelp = args.includes('--help') || args.includes('-h');
  if (!command) {
    if (args.length === 0 || wantsHelp || args[0] === 'help') {
      io.out(overview);
      return args.length === 0 ? 2 : 0;
    }
    const family = commands.filter(({ words }) => words[0] === args[0]).map(({ words }) => words.join(' '));
    io.err(
      family.length > 0
        ? `"${args.join(' ')}" is not a command; there are: ${family.join(', ')}.`
        : `There is no command "${args[0] ?? ''}". See: npm run admin -- --help`,
    );
    return 2;
  }
  if (wantsHelp) {
    io.out(command.help);
    return 0;
  }
  try {
    return await command.run(args.slice(command.words.length), io);
  } catch (error) {
    if (isBadOption(error)) {
      io.err(error.message.split(/\. To specify|\n/)[0] ?? error.message);
      return 2;
    }
    if (error instanceof CommandFailed || error instanceof StartRefused) {
      io.err(error.message);
      return error instanceof CommandFailed && error.usage ? 2 : 1;
    }
    throw error;
  }
}
