import {
  type AttachmentType,
  getMessageAttachment,
  getMessageThumbnail,
  type MessageAttachment,
  type PatientId,
} from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { untilStopped } from '../../browser/untilStopped.ts';
import { useConnection } from '../../data/connection.ts';
import { fileAddress } from '../../data/download.ts';
import { fileSize } from '../../records/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { FileText, type IconGlyph, Image } from '../../ui/icons.ts';
import { rowSub } from '../../ui/Row.css.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { joinFacts, useWords, type Words } from '../../words/index.ts';
import { fileKind } from './files.ts';
import * as look from './Messages.css.ts';

export const fileIcon = (type: AttachmentType | null): IconGlyph => (fileKind(type) === 'picture' ? Image : FileText);

/** What a file is: `PDF, 2 pages, 310 KB`. */
export const fileFacts = (
  { t, locale }: Pick<Words, 't' | 'locale'>,
  { fileType, bytes, pages = null }: { fileType: AttachmentType | null; bytes: number; pages?: number | null },
): readonly string[] => [
  t(`secureMessages.kind_${fileKind(fileType)}`),
  ...(pages === null ? [] : [t('secureMessages.pages', { count: pages })]),
  fileSize(locale, bytes),
];

export function FileCard({
  patientId,
  file,
  onOpen,
}: {
  patientId: PatientId;
  file: MessageAttachment;
  onOpen: (file: MessageAttachment) => void;
}): ReactNode {
  const words = useWords();
  const { t } = words;
  const facts = joinFacts(words.locale, fileFacts(words, file));
  return (
    <li className={look.file}>
      {file.hasThumbnail && file.state === 'ready' ? (
        <Thumbnail patientId={patientId} file={file} />
      ) : (
        <Icon of={fileIcon(file.fileType)} />
      )}
      <span className={look.fileMain}>
        <span className={look.fileName}>{file.fileName}</span>
        <span className={rowSub}>
          {facts}
          {file.locationRemoved ? `. ${t('secureMessages.locationRemoved')}` : ''}
        </span>
        <FileCheck state={file.state} />
      </span>
      {file.state !== 'ready' ? null : (
        <Button variant="quiet" size="small" onClick={() => onOpen(file)}>
          {t('records.openFile')} <VisuallyHidden>{file.fileName}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

/** The result of the facility's scanner, if it scans. */
export function FileCheck({ state }: Pick<MessageAttachment, 'state'>): ReactNode {
  const { t } = useWords();
  switch (state) {
    case 'ready':
      return null;
    case 'held':
      return <span className={rowSub}>{t('secureMessages.fileHeld')}</span>;
    case 'removed':
      return <span className={rowSub}>{t('secureMessages.fileRemoved')}</span>;
  }
}

/** A small picture of it; the icon shows until it is loaded. Without a connection it comes from this device's copy, if any. */
function Thumbnail({ patientId, file }: { patientId: PatientId; file: MessageAttachment }): ReactNode {
  const { attachmentId } = file;
  const isOnline = useConnection() === 'online';
  const [url, setUrl] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  const isThere = url !== null;
  useEffect(() => {
    if (isThere) return;
    const call = isOnline ? getMessageThumbnail : getMessageAttachment;
    return untilStopped(fileAddress(call, { patientId, attachmentId }, {}), (ticket) => setUrl(ticket.url));
  }, [patientId, attachmentId, isOnline, isThere]);
  return url === null || isBroken ? (
    <Icon of={fileIcon(file.fileType)} />
  ) : (
    <img className={look.thumbnail} src={url} alt="" width={48} height={48} onError={() => setBroken(true)} />
  );
}
