import { command } from './command.ts';
import { linesAround } from './doctorAround.ts';
import { databaseLines } from './doctorDatabase.ts';

export const doctor = command({
  name: 'doctor',
  does: 'Says what is right and what is wrong with this installation, and what to do. It changes nothing and sends nothing to anybody.',
  more: `Run it with the server's settings, as the server's user, while the server runs. Each line begins with "right", "note" or "wrong"; with anything
wrong the exit code is 1.`,
  page: 'run.md',
  inAllCells: true,
  parameters: {},
  run: async (_values, io) => {
    const config = io.config();
    const { lines: ofDatabase, addresses } = await databaseLines(io, config);
    const lines = [...ofDatabase, ...(await linesAround(config, addresses))];
    for (const { state, about, text } of lines) io.out(`${state.padEnd(5)}  ${about.padEnd(8)}  ${text}`);
    return lines.some(({ state }) => state === 'wrong') ? 1 : 0;
  },
});
