import type { Photo } from '../care/careTeam.ts';

export interface Portrait {
  readonly ground: string;
  readonly skin: string;
  readonly hair: string;
  readonly coat: string;
  /** Path of the hair over a head of radius 22 at 48,42. */
  readonly cut: 'short' | 'long' | 'bun';
}

const cuts: Readonly<Record<Portrait['cut'], string>> = {
  short: 'M25 42a23 23 0 0 1 46 0q-6-13-23-13t-23 13Z',
  long: 'M24 66V40a24 24 0 0 1 48 0v26h-7V44q-4-14-17-14t-17 14v22Z',
  bun: 'M48 8a9 9 0 0 1 7 14q14 5 16 21q-6-13-23-13t-23 13q2-16 16-21a9 9 0 0 1 7-14Z',
};

/** A drawn portrait of an invented person; `close` shows the head alone. */
export function portrait({ ground, skin, hair, coat, cut }: Portrait, close: boolean): Photo {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${close ? '16 8 64 64' : '0 0 96 96'}"><path fill="${ground}" d="M0 0h96v96H0z"/><path fill="${coat}" d="M10 96q2-26 26-28h24q24 2 26 28Z"/><path fill="${skin}" d="M41 58h14v14q-7 7-14 0Z"/><circle cx="48" cy="42" r="20" fill="${skin}"/><path fill="${hair}" d="${cuts[cut]}"/><path fill="none" stroke="#3b2a22" stroke-width="2" stroke-linecap="round" d="M41 42v1m14-1v1m-13 8q6 5 12 0"/></svg>`;
  return { type: 'svg', bytes: Buffer.from(svg) };
}
