import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { handbookOf } from './help.ts';

test('commands.md lists every command (npx vitest run --project unit server/admin -u writes it)', async () => {
  await expect(handbookOf(commands)).toMatchFileSnapshot('../docs/commands.md');
});
