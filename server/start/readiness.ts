import type { Logger } from 'pino';
import { isUnavailable, type Pool } from '../db/pool.ts';
import { schemaState } from '../db/schema.ts';
import { faultOf } from '../process/errorCode.ts';

/** What `GET /readyz` says of this process. All but `ready` are sent with 503, so that a load balancer sends its requests elsewhere. */
export type Readiness = 'ready' | 'draining' | 'outdated' | 'standby' | 'unavailable';

/** Makes the function that says whether requests should come to this process; `isDraining` says that it is about to end. */
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
      if (!isUnavailable(error)) log.error({ err: faultOf(error) }, 'not ready');
      return 'unavailable';
    }
  };
}
