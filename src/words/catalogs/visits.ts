import { catalog } from './catalog.ts';

/** What the pages of appointments and of the follow-up plan share: states, reminders, time zones, print. */
export default catalog({
  'visits.failed': { en: 'This could not be loaded', es: 'No se pudo cargar', fr: 'Le chargement a échoué', pt: 'Não foi possível carregar', zh: '无法加载' },
  'visits.failedText': {
    en: 'The mistake is on our side. Try again in a moment.',
    es: 'El problema es nuestro. Inténtelo de nuevo en un momento.',
    fr: 'Le problème vient de nous. Réessayez dans un instant.',
    pt: 'O problema é do nosso lado. Tente novamente em um momento.',
    zh: '问题出在我们这边。请稍后重试。',
  },
  'visits.notYours': { en: 'You cannot see this part of the record', es: 'No puede ver esta parte del expediente', fr: 'Vous ne pouvez pas voir cette partie du dossier', pt: 'Você não pode ver esta parte do prontuário', zh: '您无法查看此部分记录' },
  'visits.notYoursText': {
    en: 'It is not open to you now. If you expected it, ask the facility, or the person for whom you act.',
    es: 'Por ahora no tiene acceso. Si lo esperaba, pregunte al centro o a la persona a la que representa.',
    fr: 'Elle ne vous est pas ouverte en ce moment. Si vous vous y attendiez, demandez à l’établissement ou à la personne que vous représentez.',
    pt: 'Ela não está aberta para você agora. Se você a esperava, fale com a instituição ou com a pessoa que você representa.',
    zh: '目前未向您开放。如有疑问，请询问医疗机构或您所代表的人。',
  },
  'visits.offline': { en: 'You are offline', es: 'No tiene conexión', fr: 'Vous êtes hors ligne', pt: 'Você está sem conexão', zh: '您已离线' },
  'visits.offlineText': {
    en: 'This page needs a connection. Try again when you have one.',
    es: 'Esta página necesita conexión. Inténtelo de nuevo cuando la tenga.',
    fr: 'Cette page a besoin d’une connexion. Réessayez quand vous en aurez une.',
    pt: 'Esta página precisa de conexão. Tente novamente quando tiver uma.',
    zh: '此页面需要网络连接。请在恢复联网后重试。',
  },
  'visits.savedCopy': {
    en: 'You are offline. This is how it was on {when}.',
    es: 'Sin conexión: así estaba el {when}',
    fr: 'Vous êtes hors ligne. Voici l’état du {when}.',
    pt: 'Você está sem conexão. Era assim em {when}.',
    zh: '您已离线。这是 {when} 的内容。',
  },
  'visits.empty': { en: 'No items to display', es: 'No hay elementos para mostrar', fr: 'Aucun élément à afficher', pt: 'Nenhum item para mostrar', zh: '没有可显示的内容' },
  'visits.timeZone': { en: 'Times are shown in {zone} ({names}).', es: 'Las horas se muestran en {zone} ({names}).', fr: 'Les heures sont indiquées selon : {zone} ({names}).', pt: 'Os horários seguem: {zone} ({names}).', zh: '时间以{zone}（{names}）显示。' },
  'visits.print': { en: 'Print', es: 'Imprimir', fr: 'Imprimer', pt: 'Imprimir', zh: '打印' },
});
