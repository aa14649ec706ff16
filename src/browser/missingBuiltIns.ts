/** Loads polyfills in the oldest supported browsers; every other one loads nothing. Must be awaited before anything is shown. */
export async function addMissingBuiltIns(): Promise<void> {
  if ('toSorted' in Array.prototype && 'canParse' in URL && 'checkVisibility' in Element.prototype) return;
  const { addPolyfills } = await import('./polyfills.ts');
  addPolyfills(Array.prototype, URL, Element.prototype);
}
