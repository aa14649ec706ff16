/** The hash in a script's name; null for a script that is served under its source name. */
export const buildIn = (script: string): string | null => /-([\w-]{8})\.js$/.exec(script)?.[1] ?? null;

let entry = '';

/** Sets the entry script. It names all others, so its hash changes when any of them does. */
export const setEntryScript = (script: string): void => {
  entry = script;
};

/** The hash of this build of the kiosk. */
export const appBuild = (): string | null => buildIn(entry);
