import { type AnswerOf, type CareTeamMember, listCareTeam, listMessageRecipients, type PatientId } from '@portal/api';
import { type QueryAnswer } from '../../data/query/queryState.ts';
import { useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';

type Recipients = AnswerOf<typeof listMessageRecipients>;

/** Who takes messages (specification 3, section 5, which does not say how soon they answer or whom to call instead). */
const recipientsOf = (team: readonly CareTeamMember[]): Recipients => ({
  recipients: team
    .filter((one) => one.preferredSecureMessageIfSystemId !== null && one.secureMessageRecipientForPatient)
    .map(({ careProviderId, firstName, lastName, careProviderTitleValue, careProviderTitle, suffix, publicPhone }) => ({
      careProviderId,
      firstName,
      lastName,
      careProviderTitleValue,
      careProviderTitle,
      suffix,
      alsoReadBy: null,
      answersWithinDays: null,
      takesMessages: true,
      publicPhone,
    })),
  emergencyPhone: null,
  urgentName: null,
  urgentPhone: null,
  workingDays: [],
  requests: [],
});

/** The recipients, and whom to call instead. Where a server does not list them, the members of the care team who take messages. */
export function useRecipients(patientId: PatientId): QueryAnswer<Recipients> {
  const hasList = isOffered(listMessageRecipients);
  const listed = useCall(listMessageRecipients, { params: { patientId } }, { enabled: hasList });
  const team = useCall(listCareTeam, { params: { patientId } }, { enabled: !hasList });
  return hasList ? listed : { ...team, data: team.data && recipientsOf(team.data) };
}
