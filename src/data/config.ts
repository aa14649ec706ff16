import { Facility } from '@portal/api';
import * as v from 'valibot';

const Surface = v.picklist(['portal', 'kiosk']);
type Surface = v.InferOutput<typeof Surface>;

const Config = v.object({
  /** Origin of the facility's server without a trailing slash; empty where it serves this page itself. */
  apiOrigin: v.optional(v.string(), ''),
  facility: v.optional(v.nullable(Facility), null),
  surface: v.optional(Surface),
});

/** What the server tells the page before any call (rulings, section 1). */
interface RunTimeConfig {
  readonly apiOrigin: string;
  readonly facility: Facility | null;
  readonly surface: Surface;
}

let known: RunTimeConfig | null = null;

function readPage(): RunTimeConfig {
  const page = typeof document === 'undefined' ? null : document;
  const surface: Surface = page?.documentElement.dataset['surface'] === 'kiosk' ? 'kiosk' : 'portal';
  const text = page?.querySelector('meta[name="vestibule-config"]')?.getAttribute('content') ?? '{}';
  // A page with a damaged configuration still opens, because the app can ask the server for everything in it.
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Config), text);
  return parsed.success
    ? {
        apiOrigin: parsed.output.apiOrigin,
        facility: parsed.output.facility,
        surface: parsed.output.surface ?? surface,
      }
    : { apiOrigin: '', facility: null, surface };
}

/** The run-time configuration, read once from `<meta name="vestibule-config">`. */
export const config = (): RunTimeConfig => (known ??= readPage());
