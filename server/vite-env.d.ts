/// <reference types="vite/types/importMeta.d.ts" />

/** A file as its text. */
declare module '*?raw' {
  const text: string;
  export default text;
}

/** A module of this folder and all that it imports, as the text of a program for a thread (`threads.build.ts`). */
declare module 'program:*' {
  const text: string;
  export default text;
}
