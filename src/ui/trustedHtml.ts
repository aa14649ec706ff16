interface HtmlPolicy {
  createHTML(html: string): string;
}

const hasPolicies = (factory: unknown): factory is { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy } =>
  typeof factory === 'object' && factory !== null && 'createPolicy' in factory;

/** A Trusted Types policy of this name, made with its first HTML, which it leaves as it is. The page's own policy lists the names. */
export function trustedHtml(name: string): (html: string) => string {
  const rules: HtmlPolicy = { createHTML: (html) => html };
  let policy: HtmlPolicy | null = null;
  return (html) => {
    const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
    policy ??= hasPolicies(factory) ? factory.createPolicy(name, rules) : rules;
    return policy.createHTML(html);
  };
}
