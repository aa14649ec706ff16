/** Keeps the screen on. The browser drops the lock whenever the page is out of sight, so it is taken again when it is back. */
export function keepAwake(): void {
  const take = async (): Promise<void> => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    try {
      await navigator.wakeLock.request('screen');
    } catch {
      // A low battery or a policy refuses it; the questionnaire works without.
    }
  };
  document.addEventListener('visibilitychange', () => void take());
  void take();
}
