import { addMessageAttachment, attachmentLimits } from '@portal/api';
import { type ReactNode, useId, useRef } from 'react';
import type { DraftFile, MessageDraftHandle } from '../../data/messages/types.ts';
import { isOffered } from '../../data/version.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorText, Hint } from '../../ui/FieldParts.tsx';
import { label } from '../../ui/FieldParts.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Paperclip, X } from '../../ui/icons.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { rowSub } from '../../ui/Row.css.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatNumber, joinFacts, useWords, type Words } from '../../words/index.ts';
import { FileCheck, fileFacts, fileIcon } from './FileCard.tsx';
import { fileSize } from '../../records/fileSize.ts';
import * as look from './Messages.css.ts';
import { buttons, filesField, picker } from './Writing.css.ts';

/** The file types that the browser offers. The server decides what a file is. */
const offered = 'image/*,application/pdf,text/plain,.jpg,.jpeg,.png,.webp,.gif,.heic,.pdf,.txt';

const limits = (locale: string) => ({
  files: formatNumber(locale, attachmentLimits.files),
  each: fileSize(locale, attachmentLimits.fileBytes),
  all: fileSize(locale, attachmentLimits.allBytes),
});

/** The files of a message that is being written: added, on their way, there, or why they cannot go. */
export function DraftFiles({
  id,
  files,
  handle,
  hasTitle = false,
}: {
  id: string;
  files: readonly DraftFile[];
  handle: Pick<MessageDraftHandle, 'addFile' | 'removeFile'>;
  hasTitle?: boolean;
}): ReactNode {
  const { t, locale } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const hintId = useId();
  if (!isOffered(addMessageAttachment)) return null;
  return (
    <div className={filesField} id={id} role="group" aria-label={t('secureMessages.filesTitle')}>
      {hasTitle ? (
        <span className={label} aria-hidden="true">
          {t('secureMessages.filesTitle')}
        </span>
      ) : null}
      {hasTitle ? <Hint id={hintId}>{t('secureMessages.filesHint', limits(locale))}</Hint> : null}
      {files.length === 0 ? null : (
        <ul className={look.files} aria-label={t('secureMessages.filesToSend')}>
          {files.map((file) => (
            <OneFile
              key={file.key}
              file={file}
              onRemove={() => {
                handle.removeFile(file.key);
                adding.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <div className={buttons}>
        <input
          ref={input}
          className={picker}
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          multiple
          accept={offered}
          onChange={(event) => {
            for (const file of event.currentTarget.files ?? []) handle.addFile(file);
            // Lets the same file be chosen again.
            event.currentTarget.value = '';
          }}
        />
        <Button
          ref={adding}
          variant="secondary"
          size="small"
          icon={Paperclip}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {t('secureMessages.addFile')}
        </Button>
        {hasTitle ? null : <Hint id={hintId}>{t('secureMessages.filesHint', limits(locale))}</Hint>}
      </div>
    </div>
  );
}

/** Where a file is, as text; null where its facts are enough. */
function whereabouts({ t }: Pick<Words, 't'>, { state }: DraftFile): string | null {
  switch (state.kind) {
    case 'uploading':
      return t('secureMessages.uploading');
    case 'onDevice':
      return t('secureMessages.fileOnDevice');
    case 'inPage':
      return t('secureMessages.fileInPage');
    case 'stored':
    case 'refused':
      return null;
  }
}

function OneFile({ file, onRemove }: { file: DraftFile; onRemove: () => void }): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const errorId = useId();
  const { state, fileName } = file;
  const stored = state.kind === 'stored' ? state.attachment : null;
  const isBad = state.kind === 'refused';
  const facts = fileFacts(words, stored ?? file);
  const where = whereabouts(words, file);
  return (
    <li className={classes(look.file, isBad && look.badFile)}>
      <Icon of={fileIcon(stored?.fileType ?? file.fileType)} />
      {/* Announced, because the focus stays on the button that added it. */}
      <span className={look.fileMain} role="status">
        <span className={look.fileName}>{stored?.fileName ?? fileName}</span>
        {isBad ? (
          <ErrorText id={errorId}>{t(`secureMessages.file_${state.code}`, limits(locale))}</ErrorText>
        ) : (
          <span className={rowSub}>
            {joinFacts(words.locale, [...facts, where])}
            {stored?.locationRemoved ? `. ${t('secureMessages.locationRemoved')}` : ''}
          </span>
        )}
        {stored === null ? null : <FileCheck state={stored.state} />}
        {state.kind === 'uploading' && state.progress !== null ? (
          <>
            <ProgressBar done={state.progress} total={1} />
            <VisuallyHidden>{t('secureMessages.uploadingFile', { name: fileName })}</VisuallyHidden>
          </>
        ) : null}
      </span>
      <IconButton
        icon={X}
        size="s"
        label={t('secureMessages.removeFile', { name: fileName })}
        aria-describedby={isBad ? errorId : undefined}
        onClick={onRemove}
      />
    </li>
  );
}
