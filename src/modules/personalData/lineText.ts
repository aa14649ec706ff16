import { type ActivityLine, actText, acts, namesAddressee, recordDateText } from '@portal/api';
import { formatList, type Words } from '../../words/index.ts';

type Telling = Pick<Words, 't' | 'locale'>;

/** What was done: "Looked at appointments and the care team", "Looked at medical notes: “Progress note” (Nov 4, 2026)". */
export function whatOf(
  { act, parts, title, opened, count = 0 }: ActivityLine,
  { t, locale }: Telling,
  timeZone: string,
): string {
  const values = {
    parts: formatList(
      locale,
      parts.map((part) => t(`personalData.part_${part}`)),
    ),
    ...(act === 'copiedToDevice' ? { count: String(count) } : {}),
    ...(namesAddressee(act) ? { to: title ?? '' } : {}),
  };
  const told = t(actText(act, parts.length > 0), values);
  if (opened.length > 0) {
    const named = opened.map(({ name, date }) =>
      date === null
        ? t('personalData.openedNamed', { name })
        : t('personalData.openedOn', { name, date: recordDateText(locale, date, timeZone, 'day') }),
    );
    return t('personalData.withOpened', { act: told, opened: formatList(locale, named) });
  }
  return title === null || namesAddressee(act) ? told : t('personalData.ofQuestionnaire', { act: told, title });
}

/** Who did it, and on whose behalf. `actingFor`: the patient's name, where it is not the reader's own record. */
export function whoOf({ act, who, name }: ActivityLine, { t }: Pick<Telling, 't'>, actingFor: string | null): string {
  switch (who) {
    case 'you':
      // A sign-in has no "on behalf of".
      return actingFor === null || acts[act] === 'signIn'
        ? t('personalData.you')
        : t('personalData.youFor', { name: actingFor });
    case 'representative':
      return t(act === 'refused' ? 'personalData.noRight' : 'personalData.onYourBehalf', { name: name ?? '' });
    case 'staff':
      return name === null ? t('personalData.staffUnnamed') : t('personalData.staff', { name });
    case 'nobody':
      return t('personalData.nobody');
  }
}
