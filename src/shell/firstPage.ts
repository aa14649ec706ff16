let shown = false;

/** Says that a page stands already while the router is still to come: what it shows then is a change of page. */
export const noteFirstPage = (): void => {
  shown = true;
};

/** True once a page has been shown without the router. */
export const hadFirstPage = (): boolean => shown;
