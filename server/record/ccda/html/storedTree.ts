import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { DocumentTree } from '../tree.ts';

/** A tree as `health_documents.tree` holds it: gzip of JSON. */
export const treeOfStored = (stored: Uint8Array): DocumentTree =>
  v.parse(DocumentTree, JSON.parse(gunzipSync(stored).toString('utf8')));

/** How long its JSON is, which gzip says in its last four bytes. */
export const lengthOfStored = (stored: Uint8Array): number =>
  stored.length < 4
    ? 0
    : Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength).readUInt32LE(stored.length - 4);
