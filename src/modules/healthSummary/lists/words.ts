import { catalog } from '../../../words/catalog.ts';

/** The words of the lists. */
export const listTexts = catalog({
  'healthSummary.list_problems': {
    en: 'Problems',
    es: 'Problemas de salud',
    fr: 'Problèmes de santé',
    pt: 'Problemas de saúde',
    zh: '健康问题',
  },
});
