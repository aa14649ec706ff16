import * as v from 'valibot';
import { FileAnswer, declareCall } from './call.ts';
import { AppointmentId, ArticleId, CareProviderId, CareTeamId, FollowUpAppointmentId, PatientId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { CalendarDate, Instant } from './values.ts';

/**
 * The sections of a record in which a representative's rights are chosen one by one (beyond the document): `read`, `answer`
 * questionnaires, `write` messages. A section stands here once its module is built.
 */
export const sectionRights = {
  Appointments: ['read'],
  FollowUpPlan: ['read'],
  Education: ['read'],
  Questionnaires: ['read', 'answer'],
  CareTeam: ['read'],
  PersonalContacts: ['read'],
} as const satisfies Readonly<Record<string, readonly ('read' | 'answer' | 'write')[]>>;
export type Section = keyof typeof sectionRights;
export const Section = v.picklist(['Appointments', 'FollowUpPlan', 'Education', 'Questionnaires', 'CareTeam', 'PersonalContacts']);
export const Right = v.picklist(['read', 'answer', 'write']);
export type Right = v.InferOutput<typeof Right>;
/** One right in one section; a right that the section does not know is refused where rights are set. */
export const SectionRight = v.object({ section: Section, right: Right });
export type SectionRight = v.InferOutput<typeof SectionRight>;

/** Every section with every right that it knows, in the order in which they are shown. */
export const offeredRights: readonly SectionRight[] = Section.options.flatMap((section) => sectionRights[section].map((right) => ({ section, right })));
/** What a new representative gets unless the patient chooses: to read everything, and to answer. */
export const usualRights: readonly SectionRight[] = offeredRights.filter(({ right }) => right !== 'write');

const ofPatient = { ...reading, params: { patientId: PatientId }, access: ['patient', 'representative'], freshFor: 60_000, offline: 'keep', audited: true } as const;

/** A day, or a moment of one: what has no time of day is never shifted by a time zone (rulings, section 3). */
export const DayOrInstant = v.union([CalendarDate, Instant]);
export type DayOrInstant = v.InferOutput<typeof DayOrInstant>;

const appointmentKinds = ['FollowUpAppointment', 'ExternalAppointment'] as const;

/** Specification 2, section 3; `place`, `durationMinutes` and `isConfirmed` are ours, for the calendar file and directions. */
export const Appointment = v.object({
  id: AppointmentId,
  kind: v.picklist(appointmentKinds),
  date: DayOrInstant,
  provider: v.string(),
  providerFirstName: v.nullable(v.string()),
  providerLastName: v.nullable(v.string()),
  type: v.string(),
  subtype: v.nullable(v.string()),
  /** Sanitized HTML. */
  location: v.string(),
  /** One line that a map understands; null where the location is not a place one can go to. */
  place: v.nullable(v.string()),
  status: v.string(),
  isConfirmed: v.boolean(),
  durationMinutes: v.nullable(v.number()),
  /** IANA name of the zone that the times are told in. */
  timeZoneId: v.string(),
  timeZoneAbbreviation: v.string(),
  followUpLabel: v.nullable(v.string()),
  linkedToOtherTypeCount: v.number(),
});
export type Appointment = v.InferOutput<typeof Appointment>;

export const listAppointments = declareCall({
  ...ofPatient,
  name: 'listAppointments',
  capability: 'Appointments',
  section: 'Appointments',
  path: '/api/patients/{patientId}/appointments',
  answer: v.array(Appointment),
});

/** Specification 2, section 3. */
export const UpcomingAppointment = v.object({
  id: AppointmentId,
  upcomingAppointmentType: v.picklist(appointmentKinds),
  /** As it is shown in a list by clients that do not format dates themselves. */
  date: v.string(),
  rawDate: DayOrInstant,
  hasTimePart: v.boolean(),
  timeZoneId: v.string(),
  timeZoneAbbreviation: v.string(),
  shortLocation: v.nullable(v.string()),
  externalAppointmentType: v.nullable(v.string()),
  status: v.string(),
  followUpLabel: v.nullable(v.string()),
  /** Years and months of a follow-up; null where it is not one. */
  followUpLabelParts: v.nullable(v.object({ y: v.number(), m: v.number() })),
  linkedToOtherTypeCount: v.number(),
});
export type UpcomingAppointment = v.InferOutput<typeof UpcomingAppointment>;

export const listUpcomingAppointments = declareCall({
  ...ofPatient,
  name: 'listUpcomingAppointments',
  capability: 'Dashboard',
  section: 'Appointments',
  path: '/api/patients/{patientId}/upcomingAppointments/count/{count}',
  params: { patientId: PatientId, count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4)) },
  answer: v.array(UpcomingAppointment),
});

/** How a patient is told of appointments or follow-ups; 404: neither way. */
export const getNotificationSettings = declareCall({
  ...ofPatient,
  name: 'getNotificationSettings',
  section: { query: 'type', sections: { Appointments: 'Appointments', Followups: 'FollowUpPlan' } },
  path: '/api/patients/{patientId}/NotificationSettings',
  query: { type: v.picklist(['Appointments', 'Followups']) },
  answer: v.object({ patientSettings: v.object({ email: v.boolean(), sms: v.boolean() }) }),
  audited: false,
});

/** Specification 2, section 3. */
export const FollowUpPlan = v.object({
  startDate: v.nullable(CalendarDate),
  memoToPatient: v.nullable(v.string()),
  /** The columns of the table: each task category by its key. */
  taskNames: v.array(v.object({ key: v.string(), value: v.string() })),
  appointments: v.array(
    v.object({
      ptFollowUpAppointmentId: FollowUpAppointmentId,
      label: v.string(),
      /** `Last, First`. */
      provider: v.nullable(v.string()),
      actualDate: v.nullable(DayOrInstant),
      targetDate: v.nullable(CalendarDate),
      statusDesc: v.string(),
      tasks: v.array(v.object({ propertyCategoryId: v.string(), isAddressed: v.boolean(), taskNote: v.nullable(v.string()) })),
    }),
  ),
  templates: v.array(v.object({ templateDisplayName: v.string(), effectiveDate: v.nullable(CalendarDate) })),
  timeZoneId: v.string(),
  timeZoneAbbreviation: v.string(),
});
export type FollowUpPlan = v.InferOutput<typeof FollowUpPlan>;

/** The plan of the moment is the first element; none: an empty list. */
export const getFollowUpPlan = declareCall({
  ...ofPatient,
  name: 'getFollowUpPlan',
  capability: 'FollowUpPlan',
  section: 'FollowUpPlan',
  path: '/api/patients/{patientId}/followUpPlan',
  query: { includeArchived: v.optional(v.picklist(['true', 'false'])) },
  answer: v.array(FollowUpPlan),
});

/** Specification 2, section 3; `title` is what the list shows. */
export const EducationArticle = v.object({
  articleId: ArticleId,
  title: v.string(),
  /** What the content is; left out, it is taken for HTML. */
  fileType: v.optional(v.picklist(['html', 'pdf'])),
  assignedDate: CalendarDate,
  categoryName: v.string(),
  categorySortOrder: v.number(),
  isArchived: v.boolean(),
  wasReadByPatient: v.nullable(Instant),
});
export type EducationArticle = v.InferOutput<typeof EducationArticle>;

export const listEducation = declareCall({
  ...ofPatient,
  name: 'listEducation',
  capability: 'Education',
  section: 'Education',
  path: '/api/patients/{patientId}/education',
  query: { includeArchived: v.optional(v.picklist(['true', 'false'])) },
  answer: v.array(EducationArticle),
});
export const countUnreadEducation = declareCall({
  ...ofPatient,
  name: 'countUnreadEducation',
  capability: 'Education',
  section: 'Education',
  path: '/api/patients/{patientId}/education/UnreadCount',
  answer: v.number(),
  audited: false,
});
export const countArchivedEducation = declareCall({
  ...ofPatient,
  name: 'countArchivedEducation',
  capability: 'Education',
  section: 'Education',
  path: '/api/patients/{patientId}/education/ArchivedCount',
  answer: v.number(),
  audited: false,
});
export const markArticleRead = declareCall({
  ...changing,
  name: 'markArticleRead',
  capability: 'Education',
  section: 'Education',
  method: 'PUT',
  path: '/api/education/articles/{articleId}/read',
  params: { articleId: ArticleId },
  access: ['patient', 'representative'],
  makesStale: ['listEducation', 'countUnreadEducation'],
});
/** The article itself, opened in a window or a frame with a download ticket. */
export const getArticleContent = declareCall({
  ...ofPatient,
  name: 'getArticleContent',
  capability: 'Education',
  section: 'Education',
  path: '/api/education/articles/{articleId}/content',
  params: { articleId: ArticleId },
  query: { token: v.optional(v.pipe(v.string(), v.maxLength(100))) },
  answer: FileAnswer,
  answerType: 'file',
  freshFor: 0,
  offline: 'never',
});

/** Specification 2, section 3. */
export const CareTeamMember = v.object({
  careTeamId: CareTeamId,
  patientId: PatientId,
  careProviderId: CareProviderId,
  firstName: v.string(),
  lastName: v.string(),
  /** How they are addressed, before the name: `Dr.` */
  careProviderTitleValue: v.nullable(v.string()),
  /** What they are: `Oncologist`. */
  careProviderTitle: v.nullable(v.string()),
  suffix: v.nullable(v.string()),
  publicEmail: v.nullable(v.string()),
  publicPhone: v.nullable(v.string()),
  publicPhoneExt: v.nullable(v.string()),
  fax: v.nullable(v.string()),
  institution: v.nullable(v.string()),
  address1: v.nullable(v.string()),
  address2: v.nullable(v.string()),
  address3: v.nullable(v.string()),
  city: v.nullable(v.string()),
  state: v.nullable(v.string()),
  zipCode: v.nullable(v.string()),
  country: v.nullable(v.string()),
  /** See `profileImageUrl`. */
  photoFilename: v.nullable(v.string()),
  photoThumbnailFilename: v.nullable(v.string()),
  preferredSecureMessageIfSystemId: v.nullable(v.number()),
  secureMessageRecipientForPatient: v.boolean(),
});
export type CareTeamMember = v.InferOutput<typeof CareTeamMember>;

/**
 * Address of a photo, for an `<img>`: it needs no session, as its name cannot be guessed, and may be kept for ever, as a new
 * photo has a new name.
 */
export const profileImageUrl = (fileName: string): string => `/api/images/userprofileimage/${encodeURIComponent(fileName)}`;

export const listCareTeam = declareCall({
  ...ofPatient,
  name: 'listCareTeam',
  capability: 'Dashboard',
  section: 'CareTeam',
  path: '/api/patients/{patientId}/careTeamMembers',
  answer: v.array(CareTeamMember),
});

/** A patient for whom a user acts, with the rights there. */
export const Representation = v.object({ patientId: PatientId, firstName: v.string(), lastName: v.string(), rights: v.array(SectionRight) });
export type Representation = v.InferOutput<typeof Representation>;

/** Whom the user acts for, with the rights there (beyond the document): the choice of a representative with several patients. */
export const listRepresentations = declareCall({
  ...ofPatient,
  name: 'listRepresentations',
  path: '/api/users/{userId}/representations',
  params: { userId: UserId },
  answer: v.array(Representation),
});
