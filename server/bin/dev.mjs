/**
 * `npm run dev`: both apps with hot reload beside a facility server that is built again and restarted with every change of
 * its sources. The pages come from Vite (portal port + 100, kiosk port + 100), everything the server answers is passed on
 * to it. Arguments go to the server.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkNode, fail, install, orExplain, root } from './setup.mjs';

checkNode();
await orExplain(install);
process.chdir(root);
const { build, createServer } = await import('vite');

const portalPort = Number(process.env.PORT ?? 8080);
const kioskPort = Number(process.env.KIOSK_PORT ?? 8081);
const serverFolder = join(root, 'dist', 'server-dev');
let server = null;
let ending = false;

function stopServer() {
  const running = server;
  server = null;
  if (running === null || running.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    running.once('exit', resolve);
    running.kill('SIGTERM');
  });
}

async function restartServer() {
  await stopServer();
  const started = spawn(
    process.execPath,
    ['--enable-source-maps', join(serverFolder, 'main.js'), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'development', PORT: String(portalPort), KIOSK_PORT: String(kioskPort) },
    },
  );
  server = started;
  started.once('exit', (code) => {
    if (server !== started || ending) return;
    server = null;
    process.stdout.write(`The server ended (${code ?? 'signal'}); it starts again with the next change.\n`);
  });
}

/** Vite's development server for one app, with the server's own addresses passed on to it. */
async function serveApp(name, configFile, port) {
  const target = `http://localhost:${port}`;
  const pass = {
    target,
    changeOrigin: true,
    configure: (proxy) => {
      proxy.on('proxyReq', (request) => {
        if (request.getHeader('origin') !== undefined) request.setHeader('origin', target);
      });
      proxy.on('error', (_error, _request, response) => {
        if ('writeHead' in response && !response.headersSent)
          response.writeHead(503, { 'content-type': 'text/plain' }).end('The server is starting.');
      });
    },
  };
  const vite = await createServer({
    configFile: join(root, configFile),
    logLevel: 'warn',
    server: {
      port: port + 100,
      strictPort: true,
      proxy: {
        '^(?!/api/[\\w/]+\\.ts(\\?|$))/(api|token|facility-logos|manifest|icons|screenshots|healthz|readyz)(/|\\.|$)':
          pass,
      },
    },
  });
  try {
    await vite.listen();
  } catch (error) {
    fail(
      `Port ${port + 100} is in use already. Set ${name === 'Portal' ? 'PORT' : 'KIOSK_PORT'} to a number 100 below a free one. (${error.code ?? error.message})`,
    );
  }
  process.stdout.write(`${name} with hot reload  http://localhost:${port + 100}\n`);
  return vite;
}

const apps = [
  await serveApp('Portal', 'vite.config.ts', portalPort),
  await serveApp('Kiosk', 'vite.kiosk.config.ts', kioskPort),
];
const watcher = await build({
  configFile: join(root, 'server', 'vite.config.ts'),
  logLevel: 'warn',
  mode: 'development',
  build: { outDir: serverFolder, emptyOutDir: true, watch: {}, sourcemap: true },
});
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') void restartServer();
  if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    ending = true;
    void Promise.all([stopServer(), watcher.close(), ...apps.map((app) => app.close())]).then(() => process.exit(0));
  });
}
