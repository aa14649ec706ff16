/** The part of fontkit 2 that we call, in the types of pdf-lib, for which it reads fonts. */
declare module 'fontkit' {
  import type { Font, Subset } from 'pdf-lib/cjs/types/fontkit';

  export interface NewFont extends Omit<Font, 'createSubset'> {
    createSubset(): Omit<Subset, 'encodeStream'> & { encode(): Uint8Array };
  }
  export function create(bytes: Uint8Array): NewFont;
}
