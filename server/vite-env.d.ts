/// <reference types="vite/types/importMeta.d.ts" />

/** A file imported as text. */
declare module '*?raw' {
  const text: string;
  export default text;
}

/** A module of this folder, bundled with its imports into the text of a thread's program (`threads.build.ts`). */
declare module 'program:*' {
  const text: string;
  export default text;
}
