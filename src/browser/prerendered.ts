import { afterNextPaint } from './painting/afterPaint.ts';

/**
 * The sign-in as the build has drawn it (`src/prerender/prerender.build.ts`). The server puts it into the page, once per language; it shows
 * and takes typing before the app has loaded. The app then hydrates it with what was typed.
 */
interface PrerenderedState {
  /** Buttons that were pressed, in their order; the app repeats the presses. */
  readonly presses: HTMLElement[];
  /** Lists in which something was chosen. */
  readonly choices: Map<HTMLSelectElement, string>;
  readonly stop: () => void;
}

declare global {
  /** A global, because the script that shows the drawing and the app are built apart. */
  var vestibulePrerendered: PrerenderedState | undefined;
}

/** Attribute of the root element until the app is hydrated. */
const waiting = 'data-waiting';

/** Which drawing to show: its language, and the language tag of the document. */
interface PrerenderedLanguage {
  readonly language: string;
  readonly locale: string;
}

/**
 * Starts a page that contains drawings of the sign-in: shows the one in this language and runs the app after its paint; without one the app
 * runs at once. Called by the script in the page, whose attribute `data-app` names the app's script.
 */
export function startPrerenderedPage(wanted: PrerenderedLanguage | null): void {
  const app = document.currentScript?.dataset['app'] ?? '';
  const place = document.getElementById('root');
  const run = (missing: () => void): void => {
    import(/* @vite-ignore */ app).catch(missing);
  };
  if (wanted === null || place === null) {
    run(() => undefined);
    return;
  }
  const draw = (): boolean => {
    const drawn = document.querySelector<HTMLTemplateElement>(`template[data-picture="${wanted.language}"]`);
    if (drawn === null) return false;
    const missing = show(wanted, place, drawn);
    afterNextPaint(() => run(missing));
    return true;
  };
  // The drawings of other languages than the browser's own come after the script in the page.
  if (!draw()) document.addEventListener('DOMContentLoaded', () => draw() || run(() => undefined), { once: true });
}

/** Shows the drawing and records presses and choices for the app. Returns what to do if the app cannot be loaded. */
function show({ locale }: PrerenderedLanguage, place: HTMLElement, drawn: HTMLTemplateElement): () => void {
  document.documentElement.lang = locale;
  place.setAttribute(waiting, '');
  place.append(drawn.content);
  const presses: HTMLElement[] = [];
  const choices = new Map<HTMLSelectElement, string>();
  let isAppMissing = false;
  const pressed = (event: Event): void => {
    const button =
      event.target instanceof Element && place.contains(event.target) ? event.target.closest('button') : null;
    if (button === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // The app failed to load, and nothing else would load it again.
    if (isAppMissing) location.reload();
    presses.push(button);
    button.setAttribute('aria-busy', 'true');
  };
  const chosen = (event: Event): void => {
    if (event.target instanceof HTMLSelectElement) choices.set(event.target, event.target.value);
  };
  document.addEventListener('click', pressed, true);
  document.addEventListener('change', chosen, true);
  const stop = (): void => {
    document.removeEventListener('click', pressed, true);
    document.removeEventListener('change', chosen, true);
    place.removeAttribute(waiting);
  };
  globalThis.vestibulePrerendered = { presses, choices, stop };
  return () => {
    isAppMissing = true;
    if (presses.length > 0) location.reload();
  };
}

/** Whether the prerendered login is on the screen and not yet hydrated. */
export const hasPrerenderedLogin = (): boolean => globalThis.vestibulePrerendered !== undefined;

/** What was typed into a field before hydration; empty afterwards. `field`: its id. */
export function typedBefore(field: string): string {
  if (!hasPrerenderedLogin()) return '';
  const input = document.getElementById(field);
  return input instanceof HTMLInputElement ? input.value : '';
}

/** Called once the app is hydrated: repeats the recorded choices and presses. */
export function takeOverPrerenderedLogin(): void {
  const picture = globalThis.vestibulePrerendered;
  if (picture === undefined) return;
  globalThis.vestibulePrerendered = undefined;
  picture.stop();
  for (const [list, choice] of picture.choices) {
    list.value = choice;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }
  for (const button of picture.presses) {
    button.removeAttribute('aria-busy');
    button.click();
  }
}
