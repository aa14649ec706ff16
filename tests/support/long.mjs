/** `npm run test:long`: the slow tests that rarely fail (`tests/longRun.ts`), before each release and in continuous integration. */
import { build, checkNode, install, orExplain } from '../../server/bin/setup.mjs';
import { browser, clearResults, end, part, playwright, vitest } from './runParts.mjs';

checkNode();
await part('packages', () => orExplain(install));
clearResults();
await part('browser', browser);
await part('build', () => orExplain(() => build()));
await part('integration tests, long', () => vitest('long*'));
await part('browser tests, long', () => playwright('long'));
end();
