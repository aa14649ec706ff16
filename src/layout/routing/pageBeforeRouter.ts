let shown = false;

/** Notes that a page was shown before the router loaded, so that the first page of the router counts as a change of page. */
export const notePageBeforeRouter = (): void => {
  shown = true;
};

/** True once a page has been shown without the router. */
export const hadPageBeforeRouter = (): boolean => shown;
