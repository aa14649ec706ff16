import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { DocumentTree } from '../tree.ts';

/** Reads a tree in the form of `health_documents.tree`: gzip of JSON. */
export const treeOfStored = (stored: Uint8Array): DocumentTree =>
  v.parse(DocumentTree, JSON.parse(gunzipSync(stored).toString('utf8')));

/** The length of its JSON, which gzip stores in the last four bytes. */
export const lengthOfStored = (stored: Uint8Array): number =>
  stored.length < 4
    ? 0
    : Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength).readUInt32LE(stored.length - 4);
