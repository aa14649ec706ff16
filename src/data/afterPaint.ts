/** A frame that does not come, as in a page that is covered, keeps nothing waiting longer than this, in milliseconds. */
const longestWait = 250;

const waiting = new Set<() => void>();
let channel: MessageChannel | null = null;
let isListening = false;
let giveUp: ReturnType<typeof setTimeout> | null = null;

function runAll(): void {
  if (giveUp !== null) clearTimeout(giveUp);
  giveUp = null;
  const due = [...waiting];
  waiting.clear();
  for (const run of due) run();
}

function runWhenLeft(): void {
  if (document.visibilityState === 'hidden') runAll();
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('visibilitychange', runWhenLeft);
  window.addEventListener('pagehide', runAll);
  window.addEventListener('blur', runAll);
}

/** Posts what the browser handles after the frame it is at. One for all, because a new one costs a phone a millisecond of that frame. */
function postRunAll(): void {
  if (channel === null) {
    channel = new MessageChannel();
    channel.port1.onmessage = runAll;
  }
  channel.port2.postMessage(null);
}

/**
 * Runs once the frame that shows what was just done has been painted: within about a frame, and at once when the page is
 * hidden, left or loses the window's focus. Gives the way to stop it. Order is kept.
 */
export function afterPaint(run: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    run();
    return () => undefined;
  }
  listen();
  // A new function each time, so that the same one asked for twice is two.
  const entry = () => run();
  waiting.add(entry);
  if (giveUp === null) {
    giveUp = setTimeout(runAll, longestWait);
    requestAnimationFrame(postRunAll);
  }
  return () => {
    waiting.delete(entry);
  };
}

/**
 * A subscription whose listener hears of changes after the paint, once for all that happened before it: for what stands beside
 * the work of a person and must not hold up the frame that shows it. Of a change that does not wait it hears at once.
 */
export function subscribeAfterPaint(subscribe: (listener: () => void) => () => void, listener: () => void, waits = () => true): () => void {
  let stopWaiting: (() => void) | null = null;
  const stop = subscribe(() => {
    if (!waits()) {
      stopWaiting?.();
      stopWaiting = null;
      listener();
      return;
    }
    stopWaiting ??= afterPaint(() => {
      stopWaiting = null;
      listener();
    });
  });
  return () => {
    stop();
    stopWaiting?.();
  };
}

/** Milliseconds after which what follows a picture no longer waits for it: a page in the background paints none. */
const longestPicture = 1_000;

/**
 * Runs once the picture of the moment stands: after two frames, because the first may have begun before what is to be seen was
 * there. For code that is fetched and run beside a page that a person is already looking at. Gives the way to stop it.
 */
export function afterPicture(run: () => void): () => void {
  let stop = () => undefined as void;
  const go = () => {
    stop();
    run();
  };
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      soon = setTimeout(go);
    });
  });
  let soon: ReturnType<typeof setTimeout> | undefined;
  const late = setTimeout(go, longestPicture);
  stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(soon);
    clearTimeout(late);
  };
  return () => stop();
}
