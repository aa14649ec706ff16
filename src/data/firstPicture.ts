import { afterPicture } from './afterPaint.ts';

/**
 * The sign-in as the build has drawn it (`vite.firstPicture.ts`): the server puts it into the page, once per language, and it is
 * shown and can be typed into before the app has arrived. The app then takes it over as it stands, with what was typed.
 */
interface FirstPicture {
  /** Buttons that were pressed, in their order; the app presses them again. */
  readonly presses: HTMLElement[];
  /** Lists in which something was chosen. */
  readonly choices: Map<HTMLSelectElement, string>;
  readonly stop: () => void;
}

declare global {
  /** Left on the page itself, because the script that shows the picture and the app are built apart. */
  var vestibuleFirstPicture: FirstPicture | undefined;
}

/** Marks the place of the app while nobody answers there yet. */
const waiting = 'data-waiting';

/** The picture that a person should see: of a language, with the tag of the document. */
export interface Wanted {
  readonly language: string;
  readonly locale: string;
}

/**
 * Begins a page that brings pictures of the sign-in: shows the wanted one, and runs the app when it is on the screen; without one
 * the app runs at once. Called by the script in the page, whose attribute `data-app` names the app's.
 */
export function begin(wanted: Wanted | null): void {
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
    afterPicture(() => run(missing));
    return true;
  };
  // The drawings of other languages than the browser's own stand behind the script.
  if (!draw()) document.addEventListener('DOMContentLoaded', () => draw() || run(() => undefined), { once: true });
}

/** Shows the picture and listens in the app's place; gives what to do should the app not come. */
function show({ locale }: Wanted, place: HTMLElement, drawn: HTMLTemplateElement): () => void {
  document.documentElement.lang = locale;
  place.setAttribute(waiting, '');
  place.append(drawn.content);
  const presses: HTMLElement[] = [];
  const choices = new Map<HTMLSelectElement, string>();
  let isAppMissing = false;
  const pressed = (event: Event): void => {
    const button = event.target instanceof Element && place.contains(event.target) ? event.target.closest('button') : null;
    if (button === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // What should answer has not come and will not come by itself.
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
  globalThis.vestibuleFirstPicture = { presses, choices, stop };
  return () => {
    isAppMissing = true;
    if (presses.length > 0) location.reload();
  };
}

/** Whether the app finds its sign-in on the screen already. */
export const hasFirstPicture = (): boolean => globalThis.vestibuleFirstPicture !== undefined;

/** What was typed into a field before the app was there; empty afterwards. `field`: its id. */
export function typedBefore(field: string): string {
  if (!hasFirstPicture()) return '';
  const input = document.getElementById(field);
  return input instanceof HTMLInputElement ? input.value : '';
}

/** Called once the app answers: it hears what was pressed and chosen meanwhile. */
export function takeFirstPictureOver(): void {
  const picture = globalThis.vestibuleFirstPicture;
  if (picture === undefined) return;
  globalThis.vestibuleFirstPicture = undefined;
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
