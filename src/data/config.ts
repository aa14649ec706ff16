import { Facility } from '@portal/api';
import * as v from 'valibot';

const page = () => (typeof document === 'undefined' ? null : document);

/** What the server tells the page before any call (rulings, section 1). */
const RunTimeConfig = v.object({
  /** Origin of the facility's server without a trailing slash; empty where it serves this page itself. */
  apiOrigin: v.optional(v.string(), ''),
  facility: v.optional(v.nullable(Facility), null),
  surface: v.optional(v.picklist(['portal', 'kiosk']), () =>
    page()?.documentElement.dataset['surface'] === 'kiosk' ? 'kiosk' : 'portal',
  ),
});
type RunTimeConfig = Readonly<v.InferOutput<typeof RunTimeConfig>>;

let known: RunTimeConfig | null = null;

function readPage(): RunTimeConfig {
  const text = page()?.querySelector('meta[name="vestibule-config"]')?.getAttribute('content') ?? '{}';
  // A page with a damaged configuration still opens, because the app can ask the server for everything in it.
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RunTimeConfig), text);
  return parsed.success ? parsed.output : v.parse(RunTimeConfig, {});
}

/** The run-time configuration, read once from `<meta name="vestibule-config">`. */
export const config = (): RunTimeConfig => (known ??= readPage());
