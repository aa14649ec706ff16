import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type CameraState, showCamera } from '../../../../../browser/camera.ts';
import { Button } from '../../../../../ui/Button.tsx';
import { Camera } from '../../../../../ui/icons.ts';
import { type MessageKey, useWords } from '../../../../../words/index.ts';
import { advice, stage } from './card.css.ts';
import { type Area, areaInFrame, checkPicture, keptPicture, type TakenPhoto } from './cardPicture.ts';
import type { PictureVerdict } from './pictureQuality.ts';

const hints: Readonly<Record<PictureVerdict, MessageKey>> = {
  good: 'questionnaires.cardLooksGood',
  blurred: 'questionnaires.cardHoldStill',
  tooDark: 'questionnaires.cardMoreLight',
  tooSmall: 'questionnaires.cardInFrame',
};
/** How often the camera's picture is looked at, in milliseconds. */
const lookEvery = 400;

const areaOf = ({ videoWidth, videoHeight }: HTMLVideoElement): Area => areaInFrame(videoWidth, videoHeight);

interface Seen {
  readonly camera: CameraState;
  /** What would make the photo better; null until the camera saw something. */
  readonly hint: PictureVerdict | null;
}

/** Shows the camera in a video and looks at its picture. */
function useCamera(video: RefObject<HTMLVideoElement | null>): Seen {
  const [camera, setCamera] = useState<CameraState>('opening');
  const [hint, setHint] = useState<PictureVerdict | null>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    let last: PictureVerdict | null = null;
    const timer = setInterval(() => {
      if (element.videoWidth === 0) return;
      const now = checkPicture(element, areaOf(element));
      // Twice the same, so that the words do not flicker, nor interrupt a screen reader.
      if (now === last) setHint(now);
      last = now;
    }, lookEvery);
    const stop = showCamera(element, setCamera);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [video]);
  return { camera, hint };
}

/** The camera with a frame for the card. `choose` is the button for a picture instead; its argument: there is no camera. */
export function CardCamera({
  onTaken,
  choose,
}: {
  readonly onTaken: (photo: TakenPhoto) => void;
  readonly choose: (isInstead: boolean) => ReactNode;
}): ReactNode {
  const { t } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const { camera, hint } = useCamera(video);
  const take = (): void => {
    const element = video.current;
    if (element === null || element.videoWidth === 0) return;
    const area = areaOf(element);
    onTaken({ verdict: checkPicture(element, area), canvas: keptPicture(element, area) });
  };
  if (camera === 'none')
    return (
      <>
        <p className={advice} role="status">
          {t('questionnaires.cardNoCamera')}
        </p>
        {choose(true)}
      </>
    );
  return (
    <>
      <div className={stage}>
        {/* The picture of a camera has no words; what to do is said below it. */}
        <video ref={video} muted playsInline aria-hidden="true" />
      </div>
      <p className={advice} role="status">
        {t(camera === 'opening' ? 'questionnaires.cardOpening' : hints[hint ?? 'tooSmall'])}
      </p>
      <Button icon={Camera} disabled={camera === 'opening'} onClick={take}>
        {t('questionnaires.cardTake')}
      </Button>
      {choose(false)}
    </>
  );
}
