declare module 'virtual:portal-paths' {
  /** The addresses of the portal's pages, which the server leads to the portal (rulings, section 1). */
  export const portalPaths: readonly string[];
}
