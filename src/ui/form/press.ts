let watchers = 0;
let isPressed = false;
let waiting: (() => void)[] = [];

const press = () => void (isPressed = true);
/** A turn later: the click that the release makes has found its target by then. */
const release = () =>
  void setTimeout(() => {
    isPressed = false;
    const works = waiting;
    waiting = [];
    for (const work of works) work();
  });

// A finger is told of by pointer events first and by mouse events after them, and the focus moves with the latter.
const begins = ['pointerdown', 'mousedown'] as const;
const ends = ['pointerup', 'pointercancel', 'mouseup', 'dragend'] as const;

/** Listens to presses for as long as a form is there; returns the way to stop. */
export function watchPresses(): () => void {
  watchers += 1;
  if (watchers === 1) {
    for (const name of begins) window.addEventListener(name, press, true);
    for (const name of ends) window.addEventListener(name, release, true);
  }
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    for (const name of begins) window.removeEventListener(name, press, true);
    for (const name of ends) window.removeEventListener(name, release, true);
    isPressed = false;
    waiting = [];
  };
}

/**
 * Does something at once, or when the press of the moment is over. An error that shows when a field is left would otherwise move
 * what the press is meant for from under the finger.
 */
export function whenReleased(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
