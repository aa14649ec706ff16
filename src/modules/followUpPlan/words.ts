import { catalog } from '../../words/catalog.ts';

/** What titles, navigation and the dashboard say of the module before one of its pages is open. */
export const labels = catalog({
  'followUpPlan.title': {
    en: 'Follow-up plan',
    es: 'Plan de seguimiento',
    fr: 'Plan de suivi',
    pt: 'Plano de acompanhamento',
    zh: '随访计划',
  },
  'followUpPlan.overdueCount': {
    en: '{count, plural, other {# overdue}}',
    es: '{count, plural, one {# atrasada} other {# atrasadas}}',
    fr: '{count, plural, other {# en retard}}',
    pt: '{count, plural, one {# atrasada} other {# atrasadas}}',
    zh: '{count, plural, other {# 项逾期}}',
  },
  'followUpPlan.toDoLate': { en: 'Overdue', es: 'Atrasada', fr: 'En retard', pt: 'Atrasada', zh: '已逾期' },
  'followUpPlan.toDoSince': {
    en: 'since {month}',
    es: 'desde {month}',
    fr: 'depuis {month}',
    pt: 'desde {month}',
    zh: '自{month}起',
  },
  'followUpPlan.toDoAsk': {
    en: 'Ask for an appointment',
    es: 'Pedir una cita',
    fr: 'Demander un rendez-vous',
    pt: 'Pedir uma consulta',
    zh: '申请预约',
  },
  'followUpPlan.tab': { en: 'Follow-up', es: 'Control', fr: 'Suivi', pt: 'Retornos', zh: '随访' },
});

/** The page of the follow-up plan (specification 2, section 2). */
export const texts = catalog({
  'followUpPlan.caption': {
    en: 'Follow-up visits and tests',
    es: 'Citas y pruebas de seguimiento',
    fr: 'Rendez-vous et examens de suivi',
    pt: 'Consultas e exames de acompanhamento',
    zh: '随访就诊与检查',
  },
  'followUpPlan.which': {
    en: 'Which follow-ups',
    es: 'Qué seguimientos',
    fr: 'Quels suivis',
    pt: 'Quais acompanhamentos',
    zh: '显示哪些随访',
  },
  'followUpPlan.all': { en: 'All', es: 'Todos', fr: 'Tous', pt: 'Todos', zh: '全部' },
  'followUpPlan.upcoming': { en: 'Upcoming', es: 'Próximos', fr: 'À venir', pt: 'Próximos', zh: '即将到来' },
  'followUpPlan.details': { en: 'Details', es: 'Detalles', fr: 'Détails', pt: 'Detalhes', zh: '详情' },
  'followUpPlan.detailsOf': {
    en: 'About this plan',
    es: 'Sobre este plan',
    fr: 'À propos de ce plan',
    pt: 'Sobre este plano',
    zh: '关于此计划',
  },
  'followUpPlan.startDate': {
    en: 'Start date',
    es: 'Fecha de inicio',
    fr: 'Date de début',
    pt: 'Data de início',
    zh: '开始日期',
  },
  'followUpPlan.instructions': {
    en: 'Instructions',
    es: 'Indicaciones',
    fr: 'Consignes',
    pt: 'Orientações',
    zh: '说明',
  },
  'followUpPlan.guidelines': { en: 'Guidelines', es: 'Guías', fr: 'Lignes directrices', pt: 'Diretrizes', zh: '指南' },
  'followUpPlan.effective': {
    en: 'Effective {date}',
    es: 'Vigente desde el {date}',
    fr: 'En vigueur depuis le {date}',
    pt: 'Em vigor desde {date}',
    zh: '生效日期：{date}',
  },
  'followUpPlan.label': { en: 'Follow-up', es: 'Seguimiento', fr: 'Suivi', pt: 'Acompanhamento', zh: '随访' },
  'followUpPlan.date': { en: 'Date', es: 'Fecha', fr: 'Date', pt: 'Data', zh: '日期' },
  'followUpPlan.provider': {
    en: 'Care provider',
    es: 'Profesional de salud',
    fr: 'Professionnel de la santé',
    pt: 'Profissional de saúde',
    zh: '医护人员',
  },
  'followUpPlan.wasDue': {
    en: 'Was due in {part, select, early {early} middle {the middle of} other {late}} {month}',
    es: 'Era para {part, select, early {principios} middle {mediados} other {finales}} de {month}',
    fr: 'Était prévu {part, select, early {début } middle {mi-} other {fin }}{month}',
    pt: 'Era para {part, select, early {o início} middle {meados} other {o fim}} de {month}',
    zh: '原定于{month}{part, select, early {上旬} middle {中旬} other {下旬}}',
  },
  'followUpPlan.passed': {
    en: 'This date has passed',
    es: 'Esta fecha ya pasó',
    fr: 'Cette date est passée',
    pt: 'Esta data já passou',
    zh: '此日期已过',
  },
  'followUpPlan.addressed': { en: 'Done', es: 'Hecho', fr: 'Fait', pt: 'Feito', zh: '已完成' },
  'followUpPlan.unaddressed': {
    en: 'Not done yet',
    es: 'Aún no hecho',
    fr: 'Pas encore fait',
    pt: 'Ainda não feito',
    zh: '尚未完成',
  },
  'followUpPlan.viewMoreOf': {
    en: 'about {name}',
    es: 'sobre {name}',
    fr: 'sur {name}',
    pt: 'sobre {name}',
    zh: '：{name}',
  },
  'followUpPlan.notApplicable': { en: 'N/A', es: 'n. a.', fr: 's. o.', pt: 'n. a.', zh: '不适用' },
  'followUpPlan.recommendedTitle': {
    en: 'Recommended for your follow-up care',
    es: 'Recomendado para su atención de seguimiento',
    fr: 'Recommandé pour vos soins de suivi',
    pt: 'Recomendado para seu acompanhamento',
    zh: '建议您进行的随访项目',
  },
  'followUpPlan.noNotes': {
    en: 'There are no notes for this one.',
    es: 'No hay notas para este.',
    fr: 'Il n’y a pas de note pour celui-ci.',
    pt: 'Não há anotações para este.',
    zh: '此项没有备注。',
  },
  'followUpPlan.emptyText': {
    en: 'When your care team makes a follow-up plan, it appears here.',
    es: 'Cuando su equipo de atención haga un plan de seguimiento, aparecerá aquí.',
    fr: 'Quand votre équipe de soins établira un plan de suivi, il s’affichera ici.',
    pt: 'Quando sua equipe de cuidados fizer um plano de acompanhamento, ele aparecerá aqui.',
    zh: '您的医护团队制定随访计划后，会显示在这里。',
  },
  'followUpPlan.noneUpcoming': {
    en: 'Nothing is coming up. Choose “All” to see the rest.',
    es: 'No hay nada próximo. Elija “Todos” para ver el resto.',
    fr: 'Rien n’est à venir. Choisissez « Tous » pour voir le reste.',
    pt: 'Não há nada próximo. Escolha “Todos” para ver o resto.',
    zh: '近期没有安排。选择“全部”可查看其余项目。',
  },
  'followUpPlan.reminders': {
    en: 'You get follow-up reminders {ways, select, both {by email and text message} sms {by text message} other {by email}}.',
    es: 'Recibe recordatorios de seguimiento {ways, select, both {por correo electrónico y mensaje de texto} sms {por mensaje de texto} other {por correo electrónico}}.',
    fr: 'Vous recevez des rappels de suivi {ways, select, both {par courriel et par message texte} sms {par message texte} other {par courriel}}.',
    pt: 'Você recebe lembretes de acompanhamento {ways, select, both {por e-mail e mensagem de texto} sms {por mensagem de texto} other {por e-mail}}.',
    zh: '您会{ways, select, both {通过电子邮件和短信} sms {通过短信} other {通过电子邮件}}收到随访提醒。',
  },
  'followUpPlan.noReminders': {
    en: 'Follow-up reminders are off: you get no email and no text message.',
    es: 'Los recordatorios de seguimiento están desactivados: no recibe correos electrónicos ni mensajes de texto.',
    fr: 'Les rappels de suivi sont désactivés : vous ne recevez ni courriel ni message texte.',
    pt: 'Os lembretes de acompanhamento estão desligados: você não recebe e-mail nem mensagem de texto.',
    zh: '随访提醒已关闭：您不会收到电子邮件或短信。',
  },
});

declare module '../../words/keys.ts' {
  interface Catalogs {
    followUpPlan: typeof labels & typeof texts;
  }
}
