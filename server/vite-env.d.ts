/// <reference types="vite/types/importMeta.d.ts" />

/** A file as its text. */
declare module '*?raw' {
  const text: string;
  export default text;
}
