import { paths as portalPaths } from 'virtual:portal-paths';
import { startWorker } from './worker.ts';

declare const self: ServiceWorkerGlobalScope;

startWorker(self, {
  target: 'kiosk',
  files: self.__WB_MANIFEST,
  starts: ['/', '/kioskLogin'],
  toServer: /^\/(api|token|healthz|readyz|assets|icons|manifest\.webmanifest)/i,
  // A patient who types an address while there is no network must find the kiosk, not the browser's own page.
  toServerOnline: new RegExp(
    `^/(${portalPaths
      .filter((path) => path !== '/')
      .join('|')
      .replaceAll('/', '')})/?$`,
    'i',
  ),
});
