/** `npm run build`: the portal, the kiosk and the server, each if its sources changed; `-- --force` all; `-- portal` one. */
import { build, checkNode, fail, install, orExplain, partNames } from './setup.mjs';

checkNode();
const words = process.argv.slice(2);
const force = words.includes('--force');
const named = words.filter((word) => word !== '--force');
const unknown = named.find((word) => !partNames.includes(word));
if (unknown !== undefined) fail(`There is no build called ${unknown}; there are ${partNames.join(', ')}.`);
await orExplain(async () => {
  await install();
  await build(named.length === 0 ? partNames : named, { force });
});
