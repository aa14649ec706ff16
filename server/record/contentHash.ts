import { createHash } from 'node:crypto';
import type { Content } from './map/mapped.ts';
import { isStorable } from './map/resource.ts';

/**
 * Identity of what a resource became, or null where it cannot be stored. Documents count by their own hash.
 */
export function contentHash(status: string | null, isHidden: boolean, content: Content): string | null {
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');
  const documents = content.documents?.map((one) => ({ ...one, content: hashOf(one.content) }));
  const one = content.healthDocument;
  const healthDocument = one && { ...one, content: hashOf(one.content), tree: hashOf(one.tree) };
  const json = JSON.stringify([status, isHidden, { ...content, documents, healthDocument }]);
  return isStorable(json) ? createHash('sha256').update(json).digest('base64url') : null;
}
