/** Written by `paths.build.ts`. */
declare module 'virtual:login-paths' {
  export const paths: readonly import('../module.ts').DeclaredPage['path'][];
}
