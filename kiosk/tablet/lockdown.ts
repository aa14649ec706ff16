/** Keys that would reload, print, save, find or leave; a page can only refuse what the browser lets it refuse. */
export function leavesThePage(press: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): boolean {
  const key = press.key.toLowerCase();
  if (key === 'f5' || key === 'browserback' || key === 'browserforward' || key === 'browserrefresh') return true;
  if (press.altKey && (key === 'arrowleft' || key === 'arrowright' || key === 'home')) return true;
  return (press.ctrlKey || press.metaKey) && ['r', 'p', 's', 'u', 'f', 'g', 'o', 'd', 'h', 'j', 'n', 't'].includes(key);
}

/** Whether a press may open an address: this very page (skip links) or a path of this build. */
export function staysInside(href: string, page: string): boolean {
  const target = new URL(href, page);
  return target.origin === new URL(page).origin;
}

/** Blocks what leads out of the flow or copies from it: menus, dragging, foreign links, other tabs, shortcuts. */
export function lockDown(): void {
  const refuse = (event: Event): void => event.preventDefault();
  for (const kind of ['contextmenu', 'dragstart', 'drop', 'dragover', 'auxclick'])
    addEventListener(kind, refuse, { capture: true });
  addEventListener(
    'keydown',
    (event) => {
      if (leavesThePage(event)) event.preventDefault();
    },
    { capture: true },
  );
  const onlyInside = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    const elsewhere = link.target !== '' && link.target !== '_self';
    const newTab = event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
    if (elsewhere || newTab || !staysInside(link.href, location.href)) event.preventDefault();
  };
  addEventListener('click', onlyInside, { capture: true });
}
