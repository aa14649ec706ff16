import type { Signature } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../../../../data/facility.ts';
import { RichText } from '../../../../../ui/RichText.tsx';
import { useWords, type Words } from '../../../../../words/index.ts';
import type { ItemReviewProps } from '../itemParts.ts';
import {
  drawnSignature,
  signatureCode,
  signatureNote,
  signedAnswer,
  signedWords,
  signedWordsOpener,
  typedSignature,
} from './signature.css.ts';
import { Drawing, viewBox } from './SignaturePad.tsx';
import { signedAtText } from './signedAtText.ts';

function signedBy({ t }: Words, { signer }: Signature, when: string): string {
  switch (signer?.role) {
    case undefined:
      return t('questionnaires.signedOn', { when });
    case 'patient':
    case 'linkUser':
      return t('questionnaires.signedBy', { name: signer?.name ?? '', when });
    case 'representative':
      return t('questionnaires.signedFor', { name: signer?.name ?? '', when });
    case 'kioskPatient':
      return t('questionnaires.signedOnTablet', { name: signer?.name ?? '', when });
  }
}

/** A signature, who gave it and when; once it was sent also what was signed, word for word, with its hash. */
export function SignatureAnswer({ entries: [entry] }: ItemReviewProps<'SignatureQuestion'>): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const signature = entry?.signature;
  if (signature === undefined) return null;
  const { mark, signer, signedText, hash, signedAt } = signature;
  return (
    <div className={signedAnswer}>
      {mark.kind === 'drawn' ? (
        <svg className={drawnSignature} viewBox={viewBox} role="img" aria-label={t('questionnaires.signatureDrawn')}>
          <Drawing strokes={mark.strokes} />
        </svg>
      ) : (
        <span className={typedSignature}>{mark.name}</span>
      )}
      <span className={signatureNote}>{signedBy(words, signature, signedAtText(locale, signedAt, timeZone))}</span>
      {signer === undefined ? null : (
        <>
          <span className={signatureCode}>{t('questionnaires.signatureCode', { hash })}</span>
          <details>
            <summary className={signedWordsOpener}>{t('questionnaires.signatureText')}</summary>
            <div className={signedWords} lang={signedText.language}>
              {signedText.parts.map(({ text, answers }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- what was signed never changes
                <div key={index}>
                  <RichText html={text} inline noLinks />
                  {answers.map((answer) => (
                    <div key={answer}>
                      <strong>{answer}</strong>
                    </div>
                  ))}
                </div>
              ))}
            </div>
          </details>
        </>
      )}
    </div>
  );
}
