/**
 * `npm test`: everything but the long run, in an order in which failures show early. Prints each part's time, stops at the first part that
 * fails, and ends with one line of counts.
 */
import { build, checkNode, install, orExplain } from '../../server/bin/setup.mjs';
import { browser, clearResults, end, oxfmt, oxlint, part, playwright, tsc, vitest } from './runParts.mjs';

checkNode();
await part('packages', () => orExplain(install));
clearResults();
await part('browser', browser);
await part('lint', async () => (await oxlint('--type-aware', '--deny-warnings')) || oxfmt('--check'));
await part('types', () => tsc('-b'));
await part('build', () => orExplain(() => build()));
await part('unit tests', () => vitest('unit'));
await part('integration tests', () => vitest('integration'));
await part('browser tests', () => playwright('browser'));
end();
