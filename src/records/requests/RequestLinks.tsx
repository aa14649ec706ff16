import { listMessageRecipients, type PatientId, type PlacedRequest } from '@portal/api';
import type { ReactNode } from 'react';
import { useActingFor, useIdentity } from '../../data/profile.ts';
import { mayDo } from '../../data/identity.ts';
import { useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';
import { Send } from '../../ui/icons.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { linkWithTopic } from '../messageTopic.ts';
import type { LinkProps } from '../links.ts';

interface RequestLinksProps {
  /** The link to a new message; null where this person has no such page. */
  readonly write: LinkProps | null;
  readonly kinds: readonly PlacedRequest[];
  /** What it is about, for the portal (`visit-12`) and for people. */
  readonly about: string;
  readonly name: string;
  /** Who may answer, as the record names them. */
  readonly person: string | null;
  /** How the text begins, read when the link is pressed. */
  readonly content?: () => string;
}

/** Links with which somebody asks the facility to do something about what the page shows, as far as it takes such requests. */
export function RequestLinks({ write, ...rest }: RequestLinksProps): ReactNode {
  const patientId = useActingFor();
  const mayWrite = mayDo(useIdentity(), { section: 'SecureMessages', right: 'write' });
  return write === null || patientId === null || !mayWrite || !isOffered(listMessageRecipients) ? null : (
    <Offered {...rest} write={write} patientId={patientId} />
  );
}

function Offered({
  patientId,
  write,
  kinds,
  about,
  name,
  person,
  content,
}: RequestLinksProps & { patientId: PatientId; write: LinkProps }): ReactNode {
  const { t } = useWords();
  const { data } = useCall(listMessageRecipients, { params: { patientId } });
  if (!data?.recipients.some(({ takesMessages }) => takesMessages)) return null;
  return kinds
    .filter((kind) => data.requests.some((offer) => offer.kind === kind))
    .map((kind) => (
      <p key={kind} className={screenOnly}>
        <TextLink
          standalone
          icon={Send}
          hiddenContext={name}
          {...linkWithTopic(write, {
            subject: t(`records.requestAbout_${kind}`, { about: name }),
            person,
            request: { kind, about },
            content:
              content ?? (() => (kind === 'visitCancel' || kind === 'refill' ? t(`records.requestText_${kind}`) : '')),
          })}
        >
          {t(`records.request_${kind}`)}
        </TextLink>
      </p>
    ));
}
