/** What stands around the pages of somebody who is signed in; fetched when there is such a page. */
export const layoutParts = {
  signedIn: () => import('./signedIn/SignedIn.tsx'),
  home: () => import('./signedIn/Home.tsx'),
};

/** The parts around a page, outermost first. */
export const layoutPartsOf = {
  gate: [],
  work: [layoutParts.signedIn],
  home: [layoutParts.signedIn, layoutParts.home],
} as const;
