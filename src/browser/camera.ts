export type CameraState = 'opening' | 'open' | 'none';

/** The typings promise `mediaDevices` everywhere; a page without HTTPS and some built-in browsers have none. */
const mediaDevices = (): Partial<MediaDevices> | undefined => navigator.mediaDevices;

async function cameraStream(): Promise<MediaStream> {
  const opened = await mediaDevices()?.getUserMedia?.({
    video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
  });
  if (opened === undefined) throw new Error('this browser has no camera');
  return opened;
}

/**
 * Shows the camera on the back of the device in a video, until the returned function is called. It is off while nobody looks at the page.
 * `none`: there is no camera, or the person said no.
 */
export function showCamera(
  element: Pick<HTMLVideoElement, 'srcObject' | 'play'>,
  tell: (state: CameraState) => void,
): () => void {
  let stream: MediaStream | null = null;
  /** Increases whenever the camera is to be off, so that one that was asked for before is not left on. */
  let turns = 0;
  const stop = (): void => {
    turns += 1;
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    element.srcObject = null;
  };
  const start = async (): Promise<void> => {
    const turn = turns;
    try {
      const opened = await cameraStream();
      if (turn !== turns || document.hidden) {
        for (const track of opened.getTracks()) track.stop();
        return;
      }
      stream = opened;
      element.srcObject = opened;
      await element.play();
      tell('open');
    } catch {
      if (turn === turns) tell('none');
    }
  };
  const onVisibility = (): void => {
    stop();
    if (!document.hidden) void start();
  };
  void start();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    stop();
  };
}
