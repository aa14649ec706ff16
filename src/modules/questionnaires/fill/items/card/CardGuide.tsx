import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../../ui/Button.tsx';
import { Dialog } from '../../../../../ui/dialog/Dialog.tsx';
import { Camera, Image } from '../../../../../ui/icons.ts';
import { type MessageKey, useWords } from '../../../../../words/index.ts';
import { advice, stage } from './card.css.ts';
import { CardCamera } from './CardCamera.tsx';
import { checkPicture, clearCanvas, jpegFile, keptPicture, type TakenPhoto } from './cardPicture.ts';
import type { PictureVerdict } from './pictureQuality.ts';

const verdicts: Readonly<Record<PictureVerdict, MessageKey>> = {
  good: 'questionnaires.cardGood',
  blurred: 'questionnaires.cardBlurred',
  tooDark: 'questionnaires.cardDark',
  tooSmall: 'questionnaires.cardSmall',
};

interface CardGuideProps {
  readonly mostBytes: number;
  /** On a tablet in the waiting room nobody chooses from files of others. */
  readonly isByCamera: boolean;
  readonly onFile: (file: File) => void;
  readonly onClose: () => void;
}

/** The guided photo of a card: by the camera, which says what to do, or a picture from the device. Nobody has to wait for a good verdict. */
export function CardGuide({ mostBytes, isByCamera, onFile, onClose }: CardGuideProps): ReactNode {
  const { t } = useWords();
  const [taken, setTaken] = useState<TakenPhoto | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (taken === null) return;
    return () => clearCanvas(taken.canvas);
  }, [taken]);

  async function check(file: File): Promise<void> {
    try {
      const bitmap = await createImageBitmap(file);
      const area = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
      const verdict = checkPicture(bitmap, area);
      setTaken({ canvas: keptPicture(bitmap, area), verdict });
      bitmap.close();
    } catch {
      // This browser cannot read it. The facility may, and says so if not.
      onFile(file);
    }
  }
  async function use({ canvas }: TakenPhoto): Promise<void> {
    setBusy(true);
    const file = await jpegFile(canvas, mostBytes);
    setBusy(false);
    if (file === null) setTaken(null);
    else onFile(file);
  }
  const choose = (): void => input.current?.click();
  const isGood = taken?.verdict === 'good';
  const again = (
    <Button key="again" variant={isGood ? 'secondary' : 'primary'} icon={Camera} onClick={() => setTaken(null)}>
      {t('questionnaires.cardAgain')}
    </Button>
  );
  const send =
    taken === null ? null : (
      <Button key="use" variant={isGood ? 'primary' : 'secondary'} busy={isBusy} onClick={() => void use(taken)}>
        {t(isGood ? 'questionnaires.cardUse' : 'questionnaires.cardUseAnyway')}
      </Button>
    );
  return (
    <Dialog title={t('questionnaires.cardTitle')} onClose={onClose}>
      <input
        ref={input}
        hidden
        type="file"
        tabIndex={-1}
        accept="image/*"
        {...(isByCamera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void check(file);
          event.currentTarget.value = '';
        }}
      />
      {taken === null ? (
        <CardCamera
          onTaken={setTaken}
          choose={(isInstead) =>
            isByCamera && !isInstead ? null : (
              <Button variant={isInstead ? 'primary' : 'secondary'} icon={isByCamera ? Camera : Image} onClick={choose}>
                {t(isByCamera ? 'questionnaires.takePhoto' : 'questionnaires.cardChoose')}
              </Button>
            )
          }
        />
      ) : (
        <>
          <Preview canvas={taken.canvas} label={t('questionnaires.cardTaken')} />
          <p className={advice} role="status">
            {t(verdicts[taken.verdict])}
          </p>
          {isGood ? [send, again] : [again, send]}
        </>
      )}
    </Dialog>
  );
}

/** Shows the canvas itself: an address of the picture would outlive the dialog. */
function Preview({ canvas, label }: { readonly canvas: HTMLCanvasElement; readonly label: string }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.replaceChildren(canvas);
    frame.current?.focus();
  }, [canvas]);
  return <div className={stage} ref={frame} role="img" aria-label={label} tabIndex={-1} />;
}
