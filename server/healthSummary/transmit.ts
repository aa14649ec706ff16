import type { transmitHealthSummary } from '@portal/api';
import { type CallContext, notFound } from '../app/handler.ts';
import type { Services } from '../app/services.ts';

export async function transmit(
  _context: CallContext<typeof transmitHealthSummary>,
  _services: Services,
): Promise<null> {
  throw notFound();
}
