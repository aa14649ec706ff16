let watchers = 0;
let isPressed = false;
let waiting: (() => void)[] = [];

const press = () => void (isPressed = true);
/** Runs one task later, because the click of the release has found its target by then. */
const release = () =>
  void setTimeout(() => {
    isPressed = false;
    const works = waiting;
    waiting = [];
    for (const work of works) work();
  });

// A touch fires pointer events first and mouse events after them, and the focus moves with the latter.
const begins = ['pointerdown', 'mousedown'] as const;
const ends = ['pointerup', 'pointercancel', 'mouseup', 'dragend'] as const;

/** Listens to presses while a form is mounted; returns a function that stops it. */
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

/** Runs it at once, or after the current press: an error shown on leaving a field would move the pressed control from the finger. */
export function whenReleased(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
