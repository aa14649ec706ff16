/**
 * `npm start`: from a fresh clone to a running facility. Installs and builds what is missing, then becomes the server: in
 * this same process, so that signals, output and the exit code are the server's own. Arguments go to the server
 * (`npm start -- --empty`).
 */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { build, checkNode, install, orExplain, root } from './setup.mjs';

checkNode();
await orExplain(async () => {
  await install();
  await build();
});
process.chdir(root);
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
