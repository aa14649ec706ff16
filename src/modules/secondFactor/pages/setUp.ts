import { facility } from '../../../data/facility.ts';
import type { SetUpRules } from '../../../layout/module.ts';
import { formatInstantDate } from '../../../words/index.ts';

/** While the facility waits for the second step that it requires. */
export const secondStep: SetUpRules = {
  item: (_, { t, locale, profile: { secondStepDueAt, loginType } }) =>
    loginType !== 'userNamePassword' || secondStepDueAt === undefined || secondStepDueAt === null
      ? null
      : {
          title: t('secondFactor.setUpStep'),
          line: t('secondFactor.dueFrom', {
            day: formatInstantDate(locale, secondStepDueAt, facility()?.timeZoneId ?? 'UTC', 'long'),
          }),
          action: {
            kind: 'page',
            label: t('secondFactor.setUpStepGo'),
            path: '/second-step-settings',
            search: {},
            needsConnection: true,
          },
        },
};
