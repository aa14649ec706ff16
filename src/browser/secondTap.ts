import { afterPaint } from './painting/afterPaint.ts';

/**
 * Milliseconds from the paint of new content during which a press at the pressed point is ignored. Android takes two taps within 300 ms for
 * a double tap, iOS within 350, Windows two clicks within 500; a trembling hand takes up to 600. Nobody reads what is new, decides and
 * presses again within this time.
 */
const momentMs = 650;
/** How far from the first tap a second one may be, in CSS pixels: half of the distance within which Android sees a double tap. */
const reachPx = 48;
/** The key in session storage under which a document hands its last press to the next one. */
const storageKey = 'lastPress';

const controls =
  'a[href], button, input, select, textarea, summary, label, [role="button"], [role="option"], [role="radio"], [role="checkbox"], [role="menuitem"], [tabindex="0"]';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** What a person sees at the point that they press. */
interface Seen {
  readonly what: Element | null;
  readonly words: string;
  readonly screen: string;
  /** The sum of the scroll offsets of all elements around it, in CSS pixels. */
  readonly scrolled: number;
}

const nothing: Seen = { what: null, words: '', screen: '', scrolled: 0 };

/** Digits are left out, because a button may count seconds. */
const wordsOf = (element: Element | null): string => (element?.textContent ?? '').replaceAll(/\d+/g, '');

function scrolledAround(element: Element | null): number {
  let sum = 0;
  for (let around = element; around !== null; around = around.parentElement)
    sum += around.scrollTop + around.scrollLeft;
  return sum;
}

function seenIn(element: Element | null): Seen {
  const control = element?.closest(controls) ?? null;
  return {
    scrolled: scrolledAround(element),
    what: control ?? element,
    words: wordsOf(control),
    screen: [
      location.pathname,
      ...['h1', '[aria-current="step"]'].map((part) => wordsOf(document.querySelector(part))),
    ].join(' '),
  };
}

const isSame = (one: Seen, other: Seen): boolean =>
  one.what === other.what && one.words === other.words && one.screen === other.screen;

/** A screen reader makes presses without a size, on Android those of a mouse without pressure. */
const isFromScreenReader = ({ width, height, pointerType, pressure }: PointerEvent): boolean =>
  navigator.userAgent.includes('Android') ? pointerType === 'mouse' && pressure === 0 : width === 0 && height === 0;

/** The current press, or the last one. */
interface Press {
  readonly seen: Seen;
  isRefused: boolean;
  /** A click on a label makes a second click, which belongs to the same press. */
  hasClicked: boolean;
}

let place: Place | null = null;
let seen = nothing;
let press: Press | null = null;
let isDown = false;
let hasChangedWhileDown = false;
let refusedUntil = 0;
let frame = 0;
/** When the page last changed, in milliseconds of the document's own clock. */
let changedAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let stopWaiting = (): void => undefined;

/** Covers the point for the moment, so that the browser's own reaction to a press does not happen either. */
const shield = document.createElement('div');
shield.ariaHidden = 'true';
const observer = new MutationObserver(lookOncePerFrame);

const isNear = ({ clientX, clientY }: MouseEvent): boolean =>
  place !== null && Math.hypot(clientX - place.x, clientY - place.y) <= reachPx;

function seenAt({ x, y }: Place): Seen {
  if (!shield.isConnected) return seenIn(document.elementFromPoint(x, y));
  return seenIn(document.elementsFromPoint(x, y).find((element) => element !== shield) ?? null);
}

function lift(): void {
  clearTimeout(timer);
  stopWaiting();
  refusedUntil = 0;
  shield.remove();
}

function refuseUntil(time: number): void {
  if (place === null) return;
  refusedUntil = time;
  shield.style.cssText = `position:fixed;z-index:2147483647;touch-action:manipulation;user-select:none;pointer-events:auto;left:${place.x - reachPx}px;top:${place.y - reachPx}px;width:${2 * reachPx}px;height:${2 * reachPx}px`;
  // A native modal dialog makes everything outside it inert, so the shield goes inside.
  const parent = document.querySelector('dialog:modal') ?? document.body;
  if (shield.parentNode !== parent) parent.append(shield);
  clearTimeout(timer);
  if (time !== Infinity) timer = setTimeout(lift, time - performance.now());
}

/** Looks at once, so that no press falls between a change and its frame; later changes of the frame are looked at with the next one. */
function lookOncePerFrame(): void {
  changedAt = performance.now();
  if (frame !== 0) return;
  look();
  frame = requestAnimationFrame(() => {
    frame = 0;
    look();
  });
}

/** Refuses presses where something else is at the point than what was pressed or seen last. */
function look(): void {
  if (place === null) return;
  const now = seenAt(place);
  if (isSame(now, seen)) return;
  seen = now;
  hasChangedWhileDown ||= isDown;
  refuseUntil(Infinity);
  stopWaiting();
  stopWaiting = afterPaint(() => refuseUntil(performance.now() + momentMs));
}

/** A person who scrolls, presses a key or types is acting on what they see now. */
function forget(): void {
  place = null;
  cancelAnimationFrame(frame);
  frame = 0;
  observer.disconnect();
  lift();
}

/** Some on-screen keyboards enter text without key events. */
function write(event: Event): void {
  if (event instanceof InputEvent) forget();
}

function watch(from: Place, what: Seen): void {
  lift();
  place = from;
  seen = what;
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

function refuse(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function down(event: PointerEvent): void {
  if (isFromScreenReader(event)) {
    press = null;
    forget();
    return;
  }
  isDown = true;
  hasChangedWhileDown = false;
  const again = isNear(event);
  // The page did not move by itself: a program that pressed has scrolled, and no frame has shown it yet.
  const isMoved = seen.what?.isConnected === true && scrolledAround(seen.what) !== seen.scrolled;
  // A person who presses now has seen what moved by itself since the last look, for example because a font loaded.
  const isOld = performance.now() - changedAt > momentMs;
  if (again && !isMoved && !isOld) look();
  const isRefused = again && event.timeStamp < refusedUntil;
  if (!isRefused) {
    const from = { x: event.clientX, y: event.clientY };
    watch(from, seenAt(from));
  }
  press = { seen, isRefused, hasClicked: false };
  if (isRefused) refuse(event);
}

function up(event: PointerEvent): void {
  isDown = false;
  // A refused tap restarts the time, so that a third tap is refused too.
  if (press?.isRefused || hasChangedWhileDown) refuseUntil(Math.max(refusedUntil, event.timeStamp + momentMs));
  followPress(event);
}

/** The browser's mouse events of a press are handled like that press. */
function followPress(event: Event): void {
  if (press?.isRefused) refuse(event);
}

function click(event: MouseEvent): void {
  // Keys, switches, screen readers and scripts click without a pointer.
  if (!event.isTrusted || event.detail === 0 || press === null) return;
  if (!press.hasClicked) {
    press.hasClicked = true;
    const now = seenIn(event.target instanceof Element ? event.target : null);
    // A finger's click hits what is there when the finger is lifted.
    press.isRefused ||= !isSame(press.seen, now) && now.what?.contains(press.seen.what) !== true;
  }
  followPress(event);
}

function leave(): void {
  if (place !== null) sessionStorage.setItem(storageKey, `${place.x} ${place.y}`);
}

/** Takes over the press of the previous document: all of this one is new to a person who presses there again. */
function takeUp(): void {
  const [x, y] = (sessionStorage.getItem(storageKey) ?? '').split(' ').map(Number);
  sessionStorage.removeItem(storageKey);
  if (x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y)) {
    changedAt = performance.now();
    watch({ x, y }, nothing);
    look();
  }
}

/**
 * Ignores a second tap on what the first one brought: where something else has come to a point that was pressed, a pointer's press counts
 * only after a moment. A press on what is still the same counts at once, and so does every key and every click that assistive technology
 * makes.
 */
export function refuseSecondTaps(): void {
  addEventListener('pointerdown', down, true);
  addEventListener('pointerup', up, true);
  addEventListener('mousedown', followPress, true);
  addEventListener('mouseup', followPress, true);
  addEventListener('click', click, true);
  addEventListener('dblclick', followPress, true);
  addEventListener('pointercancel', forget, true);
  addEventListener('keydown', forget, true);
  addEventListener('input', write, true);
  addEventListener('wheel', forget, { capture: true, passive: true });
  addEventListener('scroll', look, { capture: true, passive: true });
  addEventListener('pagehide', leave);
  takeUp();
}
