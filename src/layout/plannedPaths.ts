/**
 * Addresses of the specification whose pages are not built yet. They belong to the portal all the same: the kiosk's address leads to
 * them, and a page may offer a link that shows once the page is there.
 */
export const plannedPaths = ['/health-summary'] as const;
