import { afterPaint } from './painting/afterPaint.ts';

/**
 * How long new content takes no press at the place that was pressed, in milliseconds from its paint. Android takes two taps within
 * 300 ms for a double tap, iOS within 350, Windows two clicks within 500; a hand that trembles takes up to 600. Nobody reads what is
 * new, decides and presses again within this time.
 */
const momentMs = 650;
/** How far from the first tap a second one may land, in CSS pixels: half of the width in which Android sees a double tap. */
const reachPx = 48;
/** The key in session storage under which a document hands its last press to the next one. */
const storageKey = 'lastPress';

const controls =
  'a[href], button, input, select, textarea, summary, label, [role="button"], [role="option"], [role="radio"], [role="checkbox"], [role="menuitem"], [tabindex="0"]';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** What somebody who presses a place sees there. */
interface Seen {
  readonly what: Element | null;
  readonly words: string;
  readonly screen: string;
  /** How far everything around it is scrolled, in CSS pixels. */
  readonly scrolled: number;
}

const nothing: Seen = { what: null, words: '', screen: '', scrolled: 0 };

/** Numbers count for nothing, since a button may count seconds. */
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

/** The press of the moment, or the last one. */
interface Press {
  readonly seen: Seen;
  isRefused: boolean;
  /** A label's click makes a second one, which is part of the same press. */
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

/** Covers the place for the moment, so that the browser's own reaction to a press does not happen either. */
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
  // Whatever is open as a native modal dialog makes all that is outside of it inert.
  const parent = document.querySelector('dialog:modal') ?? document.body;
  if (shield.parentNode !== parent) parent.append(shield);
  clearTimeout(timer);
  if (time !== Infinity) timer = setTimeout(lift, time - performance.now());
}

/** Looks at once, so that no press falls between a change and its frame; what changes later in the frame is looked at with the next one. */
function lookOncePerFrame(): void {
  changedAt = performance.now();
  if (frame !== 0) return;
  look();
  frame = requestAnimationFrame(() => {
    frame = 0;
    look();
  });
}

/** Refuses presses where there is something else than what was pressed or looked at last. */
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

/** Whoever scrolls, presses a key or writes acts on what they see. */
function forget(): void {
  place = null;
  cancelAnimationFrame(frame);
  frame = 0;
  observer.disconnect();
  lift();
}

/** Some keyboards on the screen write without pressing a key. */
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
  // A scroll that no frame has shown yet was made by a program that presses, not by the page.
  const isMoved = seen.what?.isConnected === true && scrolledAround(seen.what) !== seen.scrolled;
  // What has moved by itself since then, as when a typeface comes, is what somebody sees who presses now.
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
  // A refused tap starts the moment anew, so that a third tap is refused too.
  if (press?.isRefused || hasChangedWhileDown) refuseUntil(Math.max(refusedUntil, event.timeStamp + momentMs));
  followPress(event);
}

/** The mouse events that a browser makes of a press go the way of that press. */
function followPress(event: Event): void {
  if (press?.isRefused) refuse(event);
}

function click(event: MouseEvent): void {
  // Keys, switches, screen readers and scripts click without a pointer.
  if (!event.isTrusted || event.detail === 0 || press === null) return;
  if (!press.hasClicked) {
    press.hasClicked = true;
    const now = seenIn(event.target instanceof Element ? event.target : null);
    // A finger's click lands on what is there when it is lifted.
    press.isRefused ||= !isSame(press.seen, now) && now.what?.contains(press.seen.what) !== true;
  }
  followPress(event);
}

function leave(): void {
  if (place !== null) sessionStorage.setItem(storageKey, `${place.x} ${place.y}`);
}

/** Takes up the press of the document before: all of this one is new to whoever presses there again. */
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
 * A second tap does not land on what the first one brought: where something else has come to a place that was pressed, a pointer's
 * press counts only after a moment. A press on what is still the same counts at once, and so does every key and every click that
 * assistive technology makes.
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
