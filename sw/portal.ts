import { paths as portalPaths } from 'virtual:portal-paths';
import { showKeptFiles } from './keptFiles.ts';
import { showNotices } from './notices.ts';
import { startWorker } from './worker.ts';

declare const self: ServiceWorkerGlobalScope;

// Registered before the worker that answers all other navigations.
showKeptFiles(self);
startWorker(self, {
  target: 'portal',
  files: self.__WB_MANIFEST,
  starts: ['/', '/login'],
  toServer:
    /^\/(api|token|openid|healthz|readyz|kiosk|patientKiosk|complete-kiosk|assets|icons|manifest\.webmanifest)/i,
  // What is no page of this build may be an address for programs, or a page of a newer build.
  toServerOnline: new RegExp(`^(?!(${portalPaths.join('|')})/?$)`, 'i'),
});
showNotices(self);
