import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type CameraState, showCamera } from '../../../browser/camera.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { type MessageKey, useWords } from '../../../words/index.ts';
import { stage } from './bringing.css.ts';
import { codeDetector } from './squareCodes.ts';

/** How often the camera's picture is looked at, in milliseconds. */
const lookEvery = 300;

/** Reads a square code with the camera. */
export function ScanCode({ onClose, ...props }: ReaderProps & { readonly onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Dialog title={t('healthSummary.bringScan')} onClose={onClose}>
      <CodeReader {...props} />
    </Dialog>
  );
}

interface ReaderProps {
  /** Takes what a code says. Why it cannot be used; null: it was taken. */
  readonly takeCode: (text: string) => MessageKey | null;
  /** What was read of a card of several codes. */
  readonly progress: string | null;
}

/** In the dialog, which draws its content later than itself: the camera needs the video. */
function CodeReader({ takeCode, progress }: ReaderProps): ReactNode {
  const { t } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<CameraState>('opening');
  const [refusal, setRefusal] = useState<MessageKey | null>(null);
  const found = useRef<(text: string) => void>(() => undefined);
  useEffect(() => {
    found.current = (text) => setRefusal(takeCode(text));
  });
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const stop = showCamera(element, setCamera);
    let isOver = false;
    let isLooking = false;
    const detector = codeDetector();
    const lookNow = async (): Promise<void> => {
      if (element.videoWidth === 0 || isLooking) return;
      isLooking = true;
      try {
        const [code] = await (await detector).detect(element);
        if (code !== undefined && !isOver) found.current(code.rawValue);
      } catch {
        // The next picture may be sharper.
      } finally {
        isLooking = false;
      }
    };
    const timer = setInterval(() => void lookNow(), lookEvery);
    return () => {
      isOver = true;
      clearInterval(timer);
      stop();
    };
  }, []);
  return (
    <>
      {camera === 'none' ? null : (
        <div className={stage}>
          <video ref={video} muted playsInline aria-hidden="true" />
        </div>
      )}
      <p role="status">
        {camera === 'none'
          ? t('healthSummary.bringNoCamera')
          : refusal === null
            ? (progress ?? t('healthSummary.bringScanHow'))
            : t(refusal)}
      </p>
    </>
  );
}
