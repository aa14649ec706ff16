import { type CareTeamMember, listCareTeam, type PatientId, profileImageUrl } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { config } from '../../data/config.ts';
import { useCall } from '../../data/query.ts';
import { initialsOf } from '../../ui/Avatar.tsx';
import { card } from '../../ui/Card.css.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HeartPulse, Mail, MapPin, Phone, Printer } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { Section } from '../../ui/Page.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatPersonName, useWords } from '../../words/index.ts';
import { initials, people, person, personFoot, personHead, personName, photo } from './dashboard.css.ts';
import { EmailFact, Fact, Facts, PhoneFact } from './Facts.tsx';
import { Fetched } from './Fetched.tsx';
import { addressLines, careProviderName, careTeamOrder, takesMessages } from './people.ts';
import type { WayTo } from './ways.ts';

/** Who cares for the patient (specification 2, section 2). */
export function CareTeam({ patientId, wayTo }: { patientId: PatientId; wayTo: WayTo }): ReactNode {
  const { t, locale } = useWords();
  const asked = useCall(listCareTeam, { params: { patientId } });
  return (
    <Section id="dashboard-care-team" title={t('dashboard.careTeam')}>
      <Fetched
        asked={asked}
        isEmpty={(members) => members.length === 0}
        empty={
          <EmptyState icon={HeartPulse} title={t('dashboard.noCareTeam')}>
            {t('dashboard.noCareTeamText')}
          </EmptyState>
        }
      >
        {(members) => (
          <ul className={people}>
            {careTeamOrder(members, locale).map((member) => (
              <Member key={member.careTeamId} member={member} wayTo={wayTo} />
            ))}
          </ul>
        )}
      </Fetched>
    </Section>
  );
}

function Member({ member, wayTo }: { member: CareTeamMember; wayTo: WayTo }): ReactNode {
  const { t, locale } = useWords();
  const name = careProviderName(member, formatPersonName(locale, member));
  const message = takesMessages(member) ? wayTo('/secure-message', { careProviderId: String(member.careProviderId) }) : null;
  return (
    <li className={`${card} ${person}`}>
      <div className={personHead}>
        <Face key={member.photoThumbnailFilename ?? member.photoFilename} member={member} />
        <div className={personName}>
          <h3>{name}</h3>
          {member.careProviderTitle ? <p>{member.careProviderTitle}</p> : null}
        </div>
      </div>
      <Facts>
        <Fact icon={MapPin} name={t('dashboard.address')} lines={[...(member.institution ? [member.institution] : []), ...addressLines(member, locale)]} />
        <EmailFact email={member.publicEmail} />
        <PhoneFact icon={Phone} name={t('dashboard.phone')} phone={member.publicPhone} extension={member.publicPhoneExt} />
        <PhoneFact icon={Printer} name={t('dashboard.fax')} phone={member.fax} isShown />
      </Facts>
      {message ? (
        <div className={personFoot}>
          <ButtonLink variant="secondary" size="small" icon={Mail} {...message}>
            {t('dashboard.sendMessage')}
            <VisuallyHidden> {t('dashboard.toPerson', { name })}</VisuallyHidden>
          </ButtonLink>
        </div>
      ) : null}
    </li>
  );
}

/** A photo, and the initials where there is none or it does not come. */
function Face({ member: { firstName, lastName, photoThumbnailFilename, photoFilename } }: { member: CareTeamMember }): ReactNode {
  const [isBroken, setBroken] = useState(false);
  const fileName = photoThumbnailFilename ?? photoFilename;
  if (fileName === null || isBroken) {
    return (
      <span className={initials} aria-hidden="true">
        {initialsOf(firstName, lastName)}
      </span>
    );
  }
  return <img className={photo} src={config().apiOrigin + profileImageUrl(fileName)} alt="" width={64} height={64} loading="lazy" decoding="async" onError={() => setBroken(true)} />;
}
