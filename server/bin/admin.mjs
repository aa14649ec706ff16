/** `npm run admin -- …`: the server's command line, built first if it is older than its sources. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { build, checkNode, install, orExplain, root } from './setup.mjs';

checkNode();
await orExplain(async () => {
  await install();
  await build(['server']);
});
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(join(root, 'dist', 'server', 'admin.js')).href);
