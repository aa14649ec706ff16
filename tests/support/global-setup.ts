import { demoTemplate, dropOldCopies, stopCluster } from './cluster.ts';

/** Starts the database of the browser tests and makes the demo facility that each copies; stops it at the end. */
export default async function setup(): Promise<() => Promise<void>> {
  await demoTemplate();
  await dropOldCopies();
  return async () => {
    if (process.env.KEEP_CLUSTER !== '1') await stopCluster();
  };
}
