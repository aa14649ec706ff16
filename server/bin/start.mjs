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
// npm passes a signal on to the shell that runs this script, which ends without it: a stopped `npm start` would leave its server behind.
if (process.env.npm_lifecycle_event === 'start') {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
process.chdir(root);
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
