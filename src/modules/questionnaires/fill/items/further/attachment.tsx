import { type AnswerAttachment, attachmentLimits, type ItemOf, takesFileType } from '@portal/api';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lazyOnce } from '../../../../../browser/lazyOnce.ts';
import { type SmallStore, smallStore, useSmallStore } from '../../../../../browser/smallStore.ts';
import type { AnswerFileState, FileRefusal } from '../../../../../data/drafts/fileParts.ts';
import { pendingOf } from '../../../../../data/drafts/pendingFiles.ts';
import { Button } from '../../../../../ui/Button.tsx';
import { ErrorText } from '../../../../../ui/FieldParts.tsx';
import { Icon } from '../../../../../ui/Icon.tsx';
import { IconButton } from '../../../../../ui/IconButton.tsx';
import { Camera, FileText, Image, Paperclip, X } from '../../../../../ui/icons.ts';
import { FieldGroup } from '../../../../../ui/FieldGroup.tsx';
import { VisuallyHidden } from '../../../../../ui/VisuallyHidden.tsx';
import { formatMegabytes, type MessageKey, useWords } from '../../../../../words/index.ts';
import { useFillContext } from '../../fillContext.ts';
import type { BoxProps, ItemParts, ItemReviewProps } from '../itemParts.ts';
import { useBox } from '../useBox.ts';
import { screenOnly } from '../../../../../ui/text.css.ts';
import { chosenFile, chosenFileText, filePicker, sentFile, sentFileText } from './further.css.ts';

const refusals: Readonly<Record<FileRefusal, MessageKey>> = {
  wrongType: 'questionnaires.fileWrongType',
  tooLarge: 'questionnaires.fileTooLarge',
  damaged: 'questionnaires.fileDamaged',
  harmful: 'questionnaires.fileHarmful',
  failed: 'questionnaires.fileFailed',
};
/** The guide to the photo of a card: loaded when somebody begins one. */
const loadCardGuide = lazyOnce(() => import('../card/CardGuide.tsx'));
const lost: SmallStore<AnswerFileState> = smallStore<AnswerFileState>({ kind: 'lost' });

/** The file types that the browser offers. The server decides what a file is. */
const offered = (contentTypes: readonly string[], isByCamera: boolean): string =>
  isByCamera ? 'image/*' : contentTypes.length === 0 ? 'image/*,application/pdf' : contentTypes.join(',');
/** True when a photo can answer the question; it cannot if the question asks for another file type. */
const takesPhoto = (item: ItemOf<'AttachmentQuestion'>): boolean =>
  takesFileType(item, 'image/jpeg') || takesFileType(item, 'image/png');

/** Focuses the replacement of a button that had the focus and was removed. */
const focusButtonOf = (id: string): number =>
  requestAnimationFrame(() => document.getElementById(id)?.querySelector('button')?.focus({ preventScroll: true }));

function FileBox({
  item,
  id,
  label,
  required,
  error,
  entries,
  onChange,
  onLeave,
}: BoxProps<'AttachmentQuestion'>): ReactNode {
  const { t, locale } = useWords();
  const place = useFillContext();
  const files = place?.files ?? null;
  const isByCamera = place?.isByCamera === true && takesPhoto(item);
  const isCard = item.isCardPhoto === true && takesPhoto(item);
  const input = useRef<HTMLInputElement>(null);
  const [guide, setGuide] = useState<Awaited<ReturnType<typeof loadCardGuide>> | null>(null);
  const { questionnaireItemId } = item;
  const [entry] = entries;
  const pending = entry?.attachment === undefined && entry?.textAnswer ? pendingOf(entry.textAnswer) : null;
  const state = useSmallStore(pending === null ? lost : (files?.stateOf(pending.key) ?? lost));

  // The server names the file once it has it.
  const attachment = pending !== null && state.kind === 'there' ? state.attachment : null;
  const there = useRef<(file: AnswerAttachment) => void>(() => undefined);
  useEffect(() => {
    there.current = (file) => onChange([{ questionnaireItemId, attachment: file }]);
  });
  useEffect(() => {
    if (attachment === null) return;
    const hadFocus = document.getElementById(id)?.contains(document.activeElement) === true;
    there.current(attachment);
    if (hadFocus) focusButtonOf(id);
  }, [id, attachment]);

  const add = (file: File): void => {
    if (files === null) return;
    onChange([files.choose(questionnaireItemId, file)]);
    focusButtonOf(id);
  };
  // Where the guide cannot be loaded, the device's own way remains.
  const begin = async (): Promise<void> => {
    const pick = (): void => input.current?.click();
    if (isCard) await loadCardGuide().then(setGuide, pick);
    else pick();
  };
  const takeOut = (): void => {
    if (entry) files?.remove(entry);
    onChange([]);
    onLeave();
    focusButtonOf(id);
  };
  return (
    <FieldGroup
      role="group"
      id={id}
      label={label}
      required={required}
      hint={
        isCard
          ? t('questionnaires.cardHint')
          : t('questionnaires.fileHint', {
              each: formatMegabytes(locale, Math.min(item.maxSize, attachmentLimits.fileBytes)),
            })
      }
      error={pending !== null && entry && files?.isOnItsWay(entry) ? null : error}
    >
      {entry?.attachment ? (
        <div className={chosenFile}>
          <Icon of={entry.attachment.contentType.startsWith('image/') ? Image : FileText} />
          <span className={chosenFileText}>
            {entry.attachment.fileName} ({formatMegabytes(locale, entry.attachment.size)})
          </span>
          <IconButton
            icon={X}
            label={t('questionnaires.removeFile', { name: entry.attachment.fileName })}
            onClick={takeOut}
          />
        </div>
      ) : pending !== null ? (
        <div className={chosenFile}>
          <Icon of={FileText} />
          <span className={chosenFileText}>
            {pending.fileName}
            <PendingState state={state} errorId={`${id}-file-error`} />
          </span>
          <IconButton icon={X} label={t('questionnaires.removeFile', { name: pending.fileName })} onClick={takeOut} />
        </div>
      ) : (
        <>
          <input
            ref={input}
            className={filePicker}
            type="file"
            tabIndex={-1}
            aria-hidden="true"
            accept={offered(item.contentTypes, isByCamera)}
            {...(isByCamera ? { capture: 'environment' as const } : {})}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) add(file);
              // Lets the same file be chosen again.
              event.currentTarget.value = '';
            }}
          />
          <Button variant="secondary" icon={isByCamera || isCard ? Camera : Paperclip} onClick={() => void begin()}>
            {t(isByCamera || isCard ? 'questionnaires.takePhoto' : 'questionnaires.addFile')}
          </Button>
          {guide === null ? null : (
            <guide.CardGuide
              mostBytes={item.maxSize}
              isByCamera={isByCamera}
              onFile={(file) => {
                setGuide(null);
                add(file);
              }}
              onClose={() => setGuide(null)}
            />
          )}
        </>
      )}
    </FieldGroup>
  );
}

/** Why the facility does not have a chosen file yet. */
function PendingState({ state, errorId }: { state: AnswerFileState; errorId: string }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <span role="status">
        {state.kind === 'uploading' || state.kind === 'there' ? t('questionnaires.fileUploading') : null}
        {state.kind !== 'waiting'
          ? null
          : state.why === 'unchecked'
            ? t('questionnaires.fileUnchecked')
            : t(state.isKept ? 'questionnaires.fileWaitingKept' : 'questionnaires.fileWaiting')}
      </span>
      {state.kind === 'refused' ? <ErrorText id={errorId}>{t(refusals[state.why])}</ErrorText> : null}
      {state.kind === 'lost' ? <ErrorText id={errorId}>{t('questionnaires.fileLost')}</ErrorText> : null}
    </>
  );
}

function FileAnswer({ entries: [entry] }: ItemReviewProps<'AttachmentQuestion'>): ReactNode {
  const { t, locale } = useWords();
  const openFile = useFillContext()?.openFile ?? null;
  const attachment = entry?.attachment;
  if (attachment) {
    const text = `${attachment.fileName} (${formatMegabytes(locale, attachment.size)})`;
    if (openFile === null) return text;
    return (
      <span className={sentFile}>
        <span className={sentFileText}>{text}</span>
        <span className={screenOnly}>
          <Button variant="quiet" size="small" onClick={() => openFile(attachment)}>
            {t('records.openFile')} <VisuallyHidden>{attachment.fileName}</VisuallyHidden>
          </Button>
        </span>
      </span>
    );
  }
  return entry?.textAnswer ? pendingOf(entry.textAnswer).fileName : null;
}

export const attachmentQuestion: ItemParts<'AttachmentQuestion'> = {
  Field: (props) => <FileBox {...useBox(props)} />,
  Box: FileBox,
  Review: FileAnswer,
};
