import { firstStore } from '../../src/words/smallStore.ts';

/** The kiosk's full-screen state. Full screen is requested with the first touch, and again when it was lost. */
export type FullScreenState = 'notYet' | 'unavailable' | 'full' | 'lost';
type FullScreenEvent = { readonly kind: 'entered' } | { readonly kind: 'left' } | { readonly kind: 'refused' };

/** The state after an event. A browser that refuses is not asked again, because asking again would only block the form. */
export function fullScreenAfter(state: FullScreenState, event: FullScreenEvent): FullScreenState {
  switch (event.kind) {
    case 'entered':
      return 'full';
    case 'left':
      return state === 'full' ? 'lost' : state;
    case 'refused':
      return state === 'lost' ? 'lost' : 'unavailable';
  }
}

const state = firstStore<FullScreenState>('notYet');

const happened = (event: FullScreenEvent): void => state.set(fullScreenAfter(state.get(), event));

export const fullScreenState = state.get;

/** Calls back after each change; returns a function that stops it. */
export const subscribeToFullScreen = state.subscribe;

/** Asks for full screen; must be called while handling a touch or a key. */
export async function goFullScreen(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
    happened({ kind: 'entered' });
  } catch {
    happened({ kind: 'refused' });
  }
}

/** Starts watching: the first touch asks for full screen, and a loss is noticed. An app window that is already full needs nothing. */
export function watchFullScreen(): void {
  if (!document.fullscreenEnabled || matchMedia('(display-mode: fullscreen)').matches) {
    happened({ kind: 'refused' });
    return;
  }
  const first = (): void => {
    if (state.get() === 'notYet') void goFullScreen();
    removeEventListener('click', first, true);
  };
  addEventListener('click', first, true);
  document.addEventListener('fullscreenchange', () =>
    happened({ kind: document.fullscreenElement ? 'entered' : 'left' }),
  );
}
