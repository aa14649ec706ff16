const failed = new Set<HTMLLinkElement>();

/** Notes the style sheets that failed to load. The build's loader tries each once: the next page that needs it would show without it. */
export function watchStyleSheets(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (link.sheet === null) failed.add(link);
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
    },
    // Error events of elements do not bubble.
    { capture: true },
  );
}

const again = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = document.createElement('link');
    for (const { name, value } of link.attributes) next.setAttribute(name, value);
    next.addEventListener('load', () => resolve(), { once: true });
    next.addEventListener('error', () => reject(new Error('a style sheet is missing')), { once: true });
    failed.delete(link);
    link.replaceWith(next);
  });

/** Loads the failed style sheets again; rejects if one fails again. */
export async function bringFailedStyles(): Promise<void> {
  if (failed.size > 0) await Promise.all([...failed].map(again));
}
