import type { Logger } from 'pino';
import { isUnavailable, type Pool } from '../db/pool.ts';
import { schemaState } from '../db/schema.ts';

/** What `GET /readyz` says of this process. All but `ready` go with 503: whoever balances the load sends its requests to another one. */
export type Readiness = 'ready' | 'draining' | 'outdated' | 'standby' | 'unavailable';

/** Gives the way to find out whether requests should come here; `isDraining` says that this process is about to end. */
export function readinessOf(pool: Pool, log: Logger, isDraining: () => boolean): () => Promise<Readiness> {
  let said = false;
  return async () => {
    if (isDraining()) return 'draining';
    try {
      const state = await schemaState(pool.db);
      if (state === 'fits') return 'ready';
      if (state === 'outdated' && !said) {
        said = true;
        log.error('a newer version has taken away what this one needs of the database: end this process');
      }
      return state;
    } catch (error) {
      if (!isUnavailable(error)) log.error({ type: error instanceof Error ? error.name : 'unknown' }, 'not ready');
      return 'unavailable';
    }
  };
}
