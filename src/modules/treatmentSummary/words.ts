import { treatmentTexts, treatmentValueTexts } from '@portal/api';
import { catalog } from '../../words/catalog.ts';

/** What titles, navigation and the dashboard say of the module before one of its pages is open. */
export const labels = catalog({
  'treatmentSummary.title': {
    en: 'Treatment summary',
    es: 'Resumen del tratamiento',
    fr: 'Résumé du traitement',
    pt: 'Resumo do tratamento',
    zh: '治疗概要',
  },
  'treatmentSummary.tab': { en: 'Treatment', es: 'Resumen', fr: 'Traitement', pt: 'Tratamento', zh: '治疗' },
  'treatmentSummary.notSeen': {
    en: '{count, plural, other {# not seen yet}}',
    es: '{count, plural, one {# sin ver} other {# sin ver}}',
    fr: '{count, plural, one {# non vu} other {# non vus}}',
    pt: '{count, plural, one {# não visto} other {# não vistos}}',
    zh: '{count, plural, other {# 项尚未查看}}',
  },
  'treatmentSummary.news': {
    en: 'Treatment: {count, number}',
    es: 'Tratamiento: {count, number}',
    fr: 'Traitement : {count, number}',
    pt: 'Tratamento: {count, number}',
    zh: '治疗概要：{count, number}',
  },
});

const page = catalog({
  'treatmentSummary.lead': {
    en: 'What the care team has recorded about the illness and its treatment.',
    es: 'Lo que el equipo de atención ha anotado sobre la enfermedad y su tratamiento.',
    fr: 'Ce que l’équipe de soins a noté sur la maladie et son traitement.',
    pt: 'O que a equipe de cuidados anotou sobre a doença e o tratamento.',
    zh: '医护团队记录的病情和治疗情况。',
  },
  'treatmentSummary.marksNew': {
    en: 'marks what you have not seen yet.',
    es: 'marca lo que usted aún no ha visto.',
    fr: 'marque ce que vous n’avez pas encore vu.',
    pt: 'marca o que você ainda não viu.',
    zh: '表示您尚未查看的内容。',
  },
  'treatmentSummary.marksNewOf': {
    en: 'marks what {name} has not seen yet.',
    es: 'marca lo que {name} aún no ha visto.',
    fr: 'marque ce que {name} n’a pas encore vu.',
    pt: 'marca o que {name} ainda não viu.',
    zh: '表示{name}尚未查看的内容。',
  },
  'treatmentSummary.notSeenYet': {
    en: 'Not seen yet',
    es: 'Sin ver',
    fr: 'Pas encore vu',
    pt: 'Ainda não visto',
    zh: '尚未查看',
  },
  'treatmentSummary.contents': {
    en: 'On this page, {count, plural, one {# group} other {# groups}}',
    es: 'En esta página, {count, plural, one {# grupo} other {# grupos}}',
    fr: 'Sur cette page, {count, plural, one {# groupe} other {# groupes}}',
    pt: 'Nesta página, {count, plural, one {# grupo} other {# grupos}}',
    zh: '本页内容，共 {count, number} 组',
  },
  'treatmentSummary.contentsName': {
    en: 'On this page',
    es: 'En esta página',
    fr: 'Sur cette page',
    pt: 'Nesta página',
    zh: '本页内容',
  },
  'treatmentSummary.markerFlag': { en: 'Flag', es: 'Indicación', fr: 'Indication', pt: 'Indicação', zh: '标记' },
  'treatmentSummary.markerTable': {
    en: '{name}, newest first',
    es: '{name}, del más reciente al más antiguo',
    fr: '{name}, du plus récent au plus ancien',
    pt: '{name}, do mais recente ao mais antigo',
    zh: '{name}，最新的在前',
  },
  'treatmentSummary.noDate': { en: 'No date', es: 'Sin fecha', fr: 'Sans date', pt: 'Sem data', zh: '无日期' },
  'treatmentSummary.emptyText': {
    en: 'The treatment summary appears here when the care team releases it.',
    es: 'El resumen del tratamiento aparece aquí cuando el equipo de atención lo publica.',
    fr: 'Le résumé du traitement s’affiche ici quand l’équipe de soins le publie.',
    pt: 'O resumo do tratamento aparece aqui quando a equipe de cuidados o libera.',
    zh: '医护团队发布后，治疗概要会显示在这里。',
  },
});

/** The treatment summary (specification 3, sections 2 and 3). */
export const texts = { ...page, ...treatmentTexts, ...treatmentValueTexts };

declare module '../../words/keys.ts' {
  interface Catalogs {
    treatmentSummary: typeof labels & typeof texts;
  }
}
