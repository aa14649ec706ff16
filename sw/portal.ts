import { startWorker } from './worker.ts';

declare const self: ServiceWorkerGlobalScope;

startWorker(self, {
  target: 'portal',
  files: self.__WB_MANIFEST,
  toServer: /^\/(api|token|healthz|readyz|kiosk|patientKiosk|complete-kiosk|assets|icons|manifest\.webmanifest)/i,
});
