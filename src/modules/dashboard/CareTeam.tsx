import { type CareTeamMember, listCareTeam, type PatientId, phoneHref, phoneShown, profileImageUrl } from '@portal/api';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { config } from '../../data/config.ts';
import { useCall } from '../../data/query/query.ts';
import { careProviderName, takesMessages } from '../../records/careProvider.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { addressLines } from '../../ui/addressLines.ts';
import { Avatar, initialsOf } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyRow } from '../../ui/EmptyRow.tsx';
import { HeartPulse, Mail, MapPin, Phone, Printer } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { Section } from '../../ui/Page.tsx';
import { rows } from '../../ui/Row.css.ts';
import { formatPersonName, useWords } from '../../words/index.ts';
import { EmailFact, Fact, Facts, PhoneFact } from './Facts.tsx';
import type { LinkTo } from './links.ts';
import { careTeamOrder } from './people.ts';
import { photo } from './people.css.ts';
import { PersonRow } from './PersonRow.tsx';
import { quietly } from './quietly.ts';
import { ShowAll, shownInShortList, useShown } from '../../records/list/ShowAll.tsx';

const none: readonly CareTeamMember[] = [];

/** The people who care for the patient (specification 2, section 2). */
export const CareTeam = memo(function CareTeam({
  patientId,
  linkTo,
}: {
  patientId: PatientId;
  linkTo: LinkTo;
}): ReactNode {
  const { t, locale } = useWords();
  const asked = useCall(listCareTeam, { params: { patientId } });
  const members = useMemo(() => careTeamOrder(asked.data ?? none, locale), [asked.data, locale]);
  const { shown, isWhole, setWhole } = useShown(members);
  return (
    <Section
      id="dashboard-care-team"
      title={t('records.section_CareTeam')}
      end={
        members.length > shownInShortList ? (
          <ShowAll label={t('dashboard.allCareTeam')} isWhole={isWhole} onChange={setWhole} />
        ) : null
      }
    >
      <QueryBoundary
        isPart
        notFound="failed"
        query={asked}
        texts={quietly}
        isEmpty={(all) => all.length === 0}
        emptyIsRow
        empty={
          <EmptyRow icon={HeartPulse} title={t('dashboard.noCareTeam')}>
            {t('dashboard.noCareTeamText')}
          </EmptyRow>
        }
      >
        {() => (
          <Card flush>
            <ul className={rows}>
              {shown.map((member) => (
                <Member key={member.careTeamId} member={member} linkTo={linkTo} />
              ))}
            </ul>
          </Card>
        )}
      </QueryBoundary>
    </Section>
  );
});

function Member({ member, linkTo }: { member: CareTeamMember; linkTo: LinkTo }): ReactNode {
  const { t, locale } = useWords();
  const personName = formatPersonName(locale, member);
  const name = careProviderName(member, personName);
  const message = takesMessages(member)
    ? linkTo('/secure-message', { careProviderId: String(member.careProviderId) })
    : null;
  const call = member.publicPhone === null ? null : phoneHref(member.publicPhone);
  return (
    <PersonRow
      name={name}
      // Text after a name would break the name in two on a phone.
      rowName={careProviderName({ ...member, suffix: null }, personName)}
      role={member.careProviderTitle ?? ''}
      rowRole={[member.suffix, member.careProviderTitle].filter(Boolean).join(', ')}
      face={<Face key={member.photoThumbnailFilename ?? member.photoFilename} member={member} />}
      call={call}
      message={message}
      hasChevron={call === null && message === null}
      actions={
        call === null && message === null ? null : (
          <>
            {message === null ? null : (
              <ButtonLink icon={Mail} {...message}>
                {t('dashboard.sendMessage')}
              </ButtonLink>
            )}
            {call === null ? null : (
              <ButtonLink variant="secondary" icon={Phone} href={call}>
                {t('dashboard.callNumber', { phone: phoneShown(member.publicPhone ?? '') })}
              </ButtonLink>
            )}
          </>
        )
      }
      facts={
        <Facts>
          <PhoneFact
            icon={Phone}
            name={t('records.phone')}
            phone={member.publicPhone}
            extension={member.publicPhoneExt}
          />
          <Fact
            icon={MapPin}
            name={t('core.address')}
            lines={[...(member.institution ? [member.institution] : []), ...addressLines(member, locale)]}
          />
          <EmailFact email={member.publicEmail} />
          <PhoneFact icon={Printer} name={t('dashboard.fax')} phone={member.fax} isShown />
        </Facts>
      }
    />
  );
}

/** A photo, or the initials if there is none or it cannot be loaded. */
function Face({
  member: { firstName, lastName, photoThumbnailFilename, photoFilename },
}: {
  member: CareTeamMember;
}): ReactNode {
  const [isBroken, setBroken] = useState(false);
  const fileName = photoThumbnailFilename ?? photoFilename;
  if (fileName === null || isBroken) return <Avatar initials={initialsOf(firstName, lastName)} />;
  return (
    <img
      className={photo}
      src={config().apiOrigin + profileImageUrl(fileName)}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
