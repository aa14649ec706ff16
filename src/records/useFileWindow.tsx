import type { CallShape } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../data/connection.ts';
import { type BlockedDownload, openDownload, saveFile } from '../data/download.ts';
import { failureOf, messageFor } from '../data/errors.ts';
import { needsProof } from '../data/proof.ts';
import type { UrlValues } from '../data/wire.ts';
import { Banner } from '../ui/Banner.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { clearMessage, showMessage, useWords } from '../words/index.ts';
import { useExpiringLink } from './useExpiringLink.ts';

type Trouble = { readonly kind: 'offline' | 'failed' } | BlockedDownload;

/** Opens a file in a window of its own (without a connection, the copy of this device) or saves it, and says if that failed. */
export function useFileWindow(): {
  readonly open: (call: CallShape, params: UrlValues, query: UrlValues) => void;
  /** For a file that needs a proof of presence: a new window would hide the question. */
  readonly save: (call: CallShape, params: UrlValues, query: UrlValues) => void;
  readonly isSaving: boolean;
  readonly isOffline: boolean;
  readonly notice: ReactNode;
} {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useExpiringLink(trouble, setTrouble);
  const [isSaving, setSaving] = useState(false);
  const failed = (error: unknown) => {
    const failure = failureOf(error);
    const tooOften = failure?.kind === 'refused' && failure.status === 429 ? messageFor(failure) : null;
    if (needsProof(error)) showMessage('passwordNeeded');
    else if (tooOften !== null) showMessage(tooOften.code, tooOften.values);
    else if (failure?.kind !== 'sessionEnded') setTrouble({ kind: failure?.kind === 'offline' ? 'offline' : 'failed' });
  };
  const open = async (call: CallShape, params: UrlValues, query: UrlValues) => {
    setTrouble(null);
    try {
      const done = await openDownload(call, params, query, t('core.loading'));
      if (done.kind === 'blocked') setTrouble(done);
    } catch (error) {
      failed(error);
    }
  };
  const save = async (call: CallShape, params: UrlValues, query: UrlValues) => {
    clearMessage();
    setTrouble(null);
    if (isOffline) return setTrouble({ kind: 'offline' });
    setSaving(true);
    try {
      await saveFile(call, params, query);
    } catch (error) {
      failed(error);
    } finally {
      setSaving(false);
    }
  };
  const close = () => setTrouble(null);
  return {
    open: (call, params, query) => void open(call, params, query),
    save: (call, params, query) => void save(call, params, query),
    isSaving,
    isOffline,
    notice:
      trouble === null ? null : (
        <Banner kind={trouble.kind === 'failed' ? 'error' : 'warning'} onClose={close}>
          {trouble.kind === 'blocked' ? (
            <p>
              {t('records.fileBlocked')}{' '}
              <TextLink
                href={trouble.url}
                target="_blank"
                rel="noopener noreferrer"
                onClick={() => void setTimeout(close)}
              >
                {t('records.openFile')}
              </TextLink>
            </p>
          ) : (
            <p>{t(trouble.kind === 'offline' ? 'records.needsConnection' : 'records.fileFailed')}</p>
          )}
        </Banner>
      ),
  };
}
