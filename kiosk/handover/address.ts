import * as v from 'valibot';

export const handOverPath = '/patientKioskUserLogin';

const HandOverQuery = v.object({
  ptId: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.integer(), v.minValue(1)),
  data: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
});

/** What the manager's tablet put into the address (rulings, section 6). `data` is one-use and stays a string. */
export interface HandOver {
  readonly patientId: number;
  readonly data: string;
}

/** Reads a hand-over from an address; null where it is not one or not whole. Never decodes numbers or JSON out of `data`. */
export function handOverOf(path: string, search: string): HandOver | null {
  if (path.toLowerCase() !== handOverPath.toLowerCase()) return null;
  const query = new URLSearchParams(search);
  const parsed = v.safeParse(HandOverQuery, { ptId: query.get('ptId'), data: query.get('data') });
  return parsed.success ? { patientId: parsed.output.ptId, data: parsed.output.data } : null;
}

let taken: HandOver | null = null;
let arrived = false;

/** Takes the hand-over out of the address before anything else can read, send or keep it. Runs as the first thing of the app. */
export function takeHandOverFromAddress(): void {
  if (location.pathname.toLowerCase() !== handOverPath.toLowerCase()) return;
  arrived = location.search !== '';
  taken = handOverOf(location.pathname, location.search);
  if (location.search !== '' || location.hash !== '') history.replaceState(null, '', handOverPath);
}

/** True when the tablet came here by an address with a hand-over, whole or broken; false after a reload. */
export const cameByHandOver = (): boolean => arrived;

/** Gives the hand-over out, once. */
export function takeHandOver(): HandOver | null {
  const handOver = taken;
  taken = null;
  return handOver;
}
