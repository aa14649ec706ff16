declare module 'virtual:portal-paths' {
  /** The addresses of the portal's pages; the kiosk's server leads them to the portal (rulings, section 1). */
  export const paths: readonly string[];
}
