import type { Db } from '../db/pool.ts';
import { iconSourceOfId, logoOf } from '../facilities/facility.ts';
import { iconHash, iconOfFile, iconPng } from '../facilities/icons.ts';

const isId = (id: string): boolean => /^\d{1,15}$/.test(id);

async function logoFile(db: Db, id: string, name: string): Promise<string | null> {
  return isId(id) ? logoOf(db, Number(id), name) : null;
}

async function iconFile(db: Db, id: string, name: string): Promise<Uint8Array | null> {
  const wanted = iconOfFile(name);
  const source = wanted !== null && isId(id) ? await iconSourceOfId(db, Number(id), wanted.surface) : null;
  // Only the current icon is drawn, so that a made-up address costs nothing.
  if (wanted === null || source === null || !name.includes(iconHash(source))) return null;
  return iconPng(source, wanted.name);
}

/** A facility's logo (SVG) or its icon (PNG) by its file name; null if there is none of that name. */
export async function facilityImage(db: Db, id: string, name: string): Promise<Buffer | null> {
  const image = await (name.endsWith('.png') ? iconFile : logoFile)(db, id, name);
  return image === null ? null : Buffer.from(image);
}
