let shown = false;

/** Notes that a page was shown before the router loaded, so that the first page of the router counts as a change of page. */
export const noteStandalonePage = (): void => {
  shown = true;
};

/** True once a page has been shown without the router. */
export const hadStandalonePage = (): boolean => shown;
