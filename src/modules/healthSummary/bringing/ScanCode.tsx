import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type CameraState, showCamera } from '../../../browser/camera.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { useWords } from '../../../words/index.ts';
import { stage } from './bringing.css.ts';

interface CodeDetector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}
declare global {
  /** Not in every browser, and not in the compiler's library. */
  // oxlint-disable-next-line no-var -- only `var` declares a global
  var BarcodeDetector: (new (options: { readonly formats: readonly string[] }) => CodeDetector) | undefined;
}

/** Whether this browser can read a square code. Where it cannot, the link is copied. */
export const canScan = (): boolean => globalThis.BarcodeDetector !== undefined;

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
    const Detector = globalThis.BarcodeDetector;
    if (element === null || Detector === undefined) return;
    const detector = new Detector({ formats: ['qr_code'] });
    const stop = showCamera(element, setCamera);
    let isOver = false;
    const timer = setInterval(() => {
      if (element.videoWidth === 0) return;
      void detector.detect(element).then(
        ([code]) => {
          if (code !== undefined && !isOver) found.current(code.rawValue);
        },
        () => undefined,
      );
    }, lookEvery);
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
