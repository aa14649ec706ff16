import { catalog } from '../../words/catalog.ts';
import { listTexts } from './lists/words.ts';

/** What the menu and titles say of the module before its page is open. */
export const labels = catalog({
  'healthSummary.title': {
    en: 'Health Information',
    es: 'Información de salud',
    fr: 'Renseignements de santé',
    pt: 'Informações de saúde',
    zh: '健康信息',
  },
});

/** The health summary (specification 3, section 2). */
export const texts = catalog({
  ...listTexts,
  'healthSummary.heading': {
    en: 'Health Information Summary',
    es: 'Resumen de información de salud',
    fr: 'Sommaire des renseignements de santé',
    pt: 'Resumo de informações de saúde',
    zh: '健康信息摘要',
  },
  'healthSummary.lead': {
    en: 'What your clinics wrote down about your health, in one document. Read it, keep it, or pass it on.',
    es: 'Lo que sus clínicas anotaron sobre su salud, en un solo documento. Léalo, guárdelo o compártalo.',
    fr: 'Ce que vos cliniques ont noté sur votre santé, dans un seul document. Lisez-le, gardez-le ou transmettez-le.',
    pt: 'O que suas clínicas registraram sobre sua saúde, em um só documento. Leia, guarde ou repasse.',
    zh: '各医疗机构对您健康状况的记录，汇集在一份文件中。您可以阅读、保存或转交他人。',
  },
  'healthSummary.views': {
    en: 'Health Information',
    es: 'Información de salud',
    fr: 'Renseignements de santé',
    pt: 'Informações de saúde',
    zh: '健康信息',
  },
  'healthSummary.asDocument': { en: 'Document', es: 'Documento', fr: 'Document', pt: 'Documento', zh: '文件' },
  'healthSummary.asLists': {
    en: 'As lists',
    es: 'Como listas',
    fr: 'En listes',
    pt: 'Em listas',
    zh: '列表',
  },
});

declare module '../../words/keys.ts' {
  interface Catalogs {
    healthSummary: typeof texts & typeof labels;
  }
}
