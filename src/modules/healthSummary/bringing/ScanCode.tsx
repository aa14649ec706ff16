import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type CameraState, showCamera } from '../../../browser/camera.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { useWords } from '../../../words/index.ts';
import { stage } from './bringing.css.ts';
import { codeDetector } from './squareCodes.ts';

/** How often the camera's picture is looked at, in milliseconds. */
const lookEvery = 300;

/** Reads a square code with the camera. */
export function ScanCode({ onClose, ...props }: ReaderProps & { readonly onClose: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Dialog open title={t('healthSummary.bringScan')} onClose={onClose}>
      <CodeReader {...props} />
    </Dialog>
  );
}

interface ReaderProps {
  readonly isLink: (text: string) => boolean;
  readonly onLink: (text: string) => void;
}

/** In the dialog, which draws its content later than itself: the camera needs the video. */
function CodeReader({ isLink, onLink }: ReaderProps): ReactNode {
  const { t } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<CameraState>('opening');
  const [isOther, setOther] = useState(false);
  const found = useRef<(text: string) => void>(() => undefined);
  useEffect(() => {
    found.current = (text) => {
      if (isLink(text)) onLink(text);
      else setOther(true);
    };
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
        {t(
          camera === 'none'
            ? 'healthSummary.bringNoCamera'
            : isOther
              ? 'healthSummary.bringOtherCode'
              : 'healthSummary.bringScanHow',
        )}
      </p>
    </>
  );
}
