import type { Logger } from 'pino';
import { type Db, isUnavailable } from '../db/pool.ts';
import type { SealedContent } from '../http/sealedContent.ts';
import { turns } from '../process/threads.ts';
import { readBundle } from './bundle.ts';
import { type Issue, bundleResponse, operationOutcome } from './outcome.ts';
import { storeBundle } from './queue.ts';
import { type PostingSource, baseOf } from './sources.ts';
import { faultOf } from '../process/errorCode.ts';

/** The answer to a request: a resource as JSON. */
export interface FhirAnswer {
  readonly status: number;
  readonly body: string;
}
export const refusedWith = (status: number, ...issues: readonly Issue[]): FhirAnswer => ({
  status,
  body: JSON.stringify(operationOutcome(issues)),
});
export const notNow = refusedWith(503, { code: 'transient', text: 'it cannot be stored now: send it again' });

/** Bundles are read one at a time, so that other requests are served between two of them. */
const inTurn = turns(1, 8);

/** Takes a Bundle of a source: stores it, and only then answers. */
export function bundleReceiver(db: Db, contents: SealedContent, log: Logger, onStored: () => void) {
  const take = async (source: PostingSource, bytes: Buffer): Promise<FhirAnswer> => {
    const read = await readBundle(bytes, source.baseUrl);
    if (!('type' in read)) return refusedWith(422, ...read);
    const { type, identifier, hasDeletions, answers, baseUrl } = read;
    if (baseUrl !== null && (await baseOf(db, source.id, baseUrl)) !== baseUrl)
      return refusedWith(422, {
        code: 'invalid',
        text: 'it is of another server than the source',
        place: 'Bundle.entry',
      });
    const answer = JSON.stringify(
      bundleResponse(type === 'transaction' ? 'transaction-response' : 'batch-response', answers),
    );
    const stored = await storeBundle(db, contents, {
      sourceId: source.id,
      key: identifier ?? bytes,
      kind: type,
      bytes,
      resourceType: null,
      asOf: null,
      faults: null,
      hasDeletions,
      answer,
    });
    if (stored.isOther)
      return refusedWith(409, {
        code: 'conflict',
        text: 'another Bundle came with this identifier',
        place: 'Bundle.identifier',
      });
    onStored();
    return { status: 200, body: stored.answer ?? answer };
  };
  return async (source: PostingSource, bytes: Buffer): Promise<FhirAnswer> => {
    try {
      const turn = await inTurn(async () => ({ answer: await take(source, bytes) }));
      return turn === 'busy' ? notNow : turn.answer;
    } catch (error) {
      if (!isUnavailable(error)) log.error({ err: faultOf(error) }, 'FHIR Bundle not stored');
      return notNow;
    }
  };
}
export type BundleReceiver = ReturnType<typeof bundleReceiver>;
