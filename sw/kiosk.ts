import { startWorker } from './worker.ts';

declare const self: ServiceWorkerGlobalScope;

startWorker(self, {
  target: 'kiosk',
  files: self.__WB_MANIFEST,
  toServer:
    /^\/(api|token|healthz|readyz|assets|icons|manifest\.webmanifest)|^\/(login|logout|termsOfUse|update-password|dashboard|questionnaires|complete-questionnaire|questionnaire-scoring|review-questionnaire)\/?$/i,
});
