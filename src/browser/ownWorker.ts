/** The part of Trusted Types that a worker's address needs; the standard library's types do not have it yet. */
interface ScriptUrlPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}
declare global {
  interface Window {
    readonly trustedTypes?: ScriptUrlPolicies;
  }
}

/** The address `own` as a type that Trusted Types accept. Called once, because a page may create a policy only once. */
export function workerAddress(own: '/portal.js' | '/kiosk.js'): string {
  const policy = window.trustedTypes?.createPolicy('vestibule-worker', {
    createScriptURL: (url) => {
      if (url !== own) throw new TypeError(`No worker runs from ${url}.`);
      return url;
    },
  });
  return policy ? policy.createScriptURL(own) : own;
}

/** Messages that each visit sends to the service worker once it is ready. */
export function greetWorker(): void {
  // Asks the worker to renew its copy of the page. It may not have run for this visit.
  navigator.serviceWorker.controller?.postMessage({ type: 'RENEW_PAGE' });
  navigator.serviceWorker.ready.then(
    ({ active }) => {
      // A worker that takes over skips a page that is still loading; the next deploy would then remove that page's files.
      if (navigator.serviceWorker.controller === null) active?.postMessage({ type: 'CLAIM' });
    },
    () => undefined,
  );
}
