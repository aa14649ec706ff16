/** What is right, what is worth knowing, and what somebody must mend. */
type State = 'right' | 'note' | 'wrong';

export interface DoctorLine {
  readonly state: State;
  readonly about: string;
  readonly text: string;
}

const lineOf =
  (state: State) =>
  (about: string, text: string): DoctorLine => ({ state, about, text });
export const right = lineOf('right');
export const note = lineOf('note');
export const wrong = lineOf('wrong');

/** Where people reach portal and kiosk: by the settings, and by the facilities' own. None: nobody but this machine does. */
export type PublicAddresses = Readonly<Record<'portal' | 'kiosk', readonly string[]>>;

/** Wrong where patients use the portal, which a public address shows; on a trial only worth knowing. */
export const wrongInUse = (isInUse: boolean): typeof wrong => (isInUse ? wrong : note);

/** A duration for a person: `3 days`, `5 hours`. */
export function spanOf(seconds: number): string {
  const [size, unit] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ].find(([each]) => seconds >= 2 * Number(each)) ?? [1, 'second'];
  const count = Math.floor(seconds / Number(size));
  return `${String(count)} ${String(unit)}${count === 1 ? '' : 's'}`;
}

/** Why something failed, in a word or a sentence, without what a server said at length. */
export function reasonOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed';
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? `${cause.code}: ` : '';
  return (code + (cause.message.split('\n')[0] ?? '')).slice(0, 200);
}
