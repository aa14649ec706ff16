/** The part of Trusted Types that a worker's address needs; the standard library's types do not have it yet. */
interface ScriptUrlPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}
declare global {
  interface Window {
    readonly trustedTypes?: ScriptUrlPolicies;
  }
}

/** `own` in the way that a browser with Trusted Types wants a script's address; nothing else may become a worker. To be asked once: a page may make a policy once. */
export function workerAddress(own: '/portal.js' | '/kiosk.js'): string {
  const policy = window.trustedTypes?.createPolicy('vestibule-worker', {
    createScriptURL: (url) => {
      if (url !== own) throw new TypeError(`No worker runs from ${url}.`);
      return url;
    },
  });
  return policy ? policy.createScriptURL(own) : own;
}

/** What a visit asks of the worker of this device, once it is there. */
export function greetWorker(): void {
  // Its copy of the page is kept as the server has it now; it may not have been woken for this visit.
  navigator.serviceWorker.controller?.postMessage({ type: 'RENEW_PAGE' });
  navigator.serviceWorker.ready.then(
    ({ active }) => {
      // A worker that takes over passes by a page that is just being loaded, whose files would then go with the next deploy.
      if (navigator.serviceWorker.controller === null) active?.postMessage({ type: 'CLAIM' });
    },
    () => undefined,
  );
}
