/** The part of a script's name that changes with every build; null for a script that is served as it was written. */
export const buildIn = (script: string): string | null => /-([\w-]{8})\.js$/.exec(script)?.[1] ?? null;

let entry = '';

/** Says which script the kiosk began with. It names all others, so it changes when any of them does. */
export const setEntryScript = (script: string): void => {
  entry = script;
};

/** Which build of the kiosk this is. */
export const appBuild = (): string | null => buildIn(entry);
