/** Milliseconds to wait for a frame at most, because a covered page gets none. */
const longestWaitMs = 250;

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

/** Posts a message that is handled after the current frame; one channel for all, because a new one costs a phone a millisecond. */
function postRunAll(): void {
  if (channel === null) {
    channel = new MessageChannel();
    channel.port1.onmessage = runAll;
  }
  channel.port2.postMessage(null);
}

/**
 * Runs a function after the frame that shows the latest change: within about a frame, and at once when the page is hidden, left or loses
 * the window's focus. Keeps the order of calls. Returns a function that cancels it.
 */
export function afterPaint(run: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    run();
    return () => undefined;
  }
  listen();
  // A new function each time, so that one function may be queued twice.
  const entry = () => run();
  waiting.add(entry);
  if (giveUp === null) {
    giveUp = setTimeout(runAll, longestWaitMs);
    requestAnimationFrame(postRunAll);
  }
  return () => {
    waiting.delete(entry);
  };
}

/** Milliseconds after which it runs without a paint, because a page in the background paints nothing. */
const longestPaintMs = 1_000;

/**
 * Runs a function after the current state has been painted: after two frames, because the first may have begun before the change was in the
 * document. For code that is loaded while a person already looks at the page. Returns a function that cancels it.
 */
export function afterNextPaint(run: () => void): () => void {
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
  const late = setTimeout(go, longestPaintMs);
  stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(soon);
    clearTimeout(late);
  };
  return () => stop();
}
