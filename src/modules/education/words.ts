import { catalog } from '../../words/catalog.ts';

/** What titles, navigation and the dashboard say of the module before one of its pages is open. */
export const labels = catalog({
  'education.title': { en: 'Education', es: 'Educación', fr: 'Éducation', pt: 'Educação', zh: '健康教育' },
  'education.tab': { en: 'Education', es: 'Educación', fr: 'Éducation', pt: 'Educação', zh: '健康教育' },
  'education.news': {
    en: '{count, plural, one {# article} other {# articles}}',
    es: '{count, plural, one {# artículo} other {# artículos}}',
    fr: '{count, plural, one {# article} other {# articles}}',
    pt: '{count, plural, one {# artigo} other {# artigos}}',
    zh: '{count, plural, other {# 篇文章}}',
  },
});

/** Education articles (specification 2, section 2). */
export const texts = catalog({
  'education.showArchived': {
    en: 'Show archived ({count, number})',
    es: '{count, plural, one {Mostrar archivado (#)} other {Mostrar archivados (#)}}',
    fr: '{count, plural, other {Afficher les archives (#)}}',
    pt: '{count, plural, =0 {Mostrar arquivados (0)} one {Mostrar arquivado (#)} other {Mostrar arquivados (#)}}',
    zh: '显示已归档（{count, number}）',
  },
  'education.showArchivedUncounted': {
    en: 'Show archived',
    es: 'Mostrar archivados',
    fr: 'Afficher les archives',
    pt: 'Mostrar arquivados',
    zh: '显示已归档',
  },
  'education.view': {
    en: 'Where articles open',
    es: 'Dónde se abren los artículos',
    fr: 'Où s’ouvrent les articles',
    pt: 'Onde os artigos abrem',
    zh: '文章打开位置',
  },
  'education.viewNewTab': {
    en: 'Preview on a new page',
    es: 'Vista previa en una página nueva',
    fr: 'Aperçu dans une nouvelle page',
    pt: 'Visualizar em uma nova página',
    zh: '在新页面预览',
  },
  'education.viewInPage': {
    en: 'Preview on this page',
    es: 'Vista previa en esta página',
    fr: 'Aperçu dans cette page',
    pt: 'Visualizar nesta página',
    zh: '在本页面预览',
  },
  'education.list': { en: 'Articles', es: 'Artículos', fr: 'Articles', pt: 'Artigos', zh: '文章' },
  'education.assigned': {
    en: 'Assigned: {date}',
    es: 'Asignado: {date}',
    fr: 'Attribué : {date}',
    pt: 'Atribuído: {date}',
    zh: '分配日期：{date}',
  },
  'education.new': { en: 'New', es: 'Nuevo', fr: 'Nouveau', pt: 'Novo', zh: '新' },
  'education.archived': { en: 'Archived', es: 'Archivado', fr: 'Archivé', pt: 'Arquivado', zh: '已归档' },
  'education.opensInWindow': {
    en: 'Opens in a new tab',
    es: 'Se abre en una pestaña nueva',
    fr: 'S’ouvre dans un nouvel onglet',
    pt: 'Abre em uma nova aba',
    zh: '在新标签页中打开',
  },
  'education.opensHere': {
    en: 'Opens beside the list',
    es: 'Se abre junto a la lista',
    fr: 'S’ouvre à côté de la liste',
    pt: 'Abre ao lado da lista',
    zh: '在列表旁打开',
  },
  'education.empty': {
    en: 'No items to display',
    es: 'No hay elementos para mostrar',
    fr: 'Aucun élément à afficher',
    pt: 'Nenhum item para mostrar',
    zh: '没有可显示的项目',
  },
  'education.emptyText': {
    en: 'Articles your care team chooses appear here.',
    es: 'Aquí aparecen los artículos que elige su equipo de atención.',
    fr: 'Les articles que choisit votre équipe de soins s’affichent ici.',
    pt: 'Os artigos que sua equipe de cuidados escolhe aparecem aqui.',
    zh: '您的医护团队选择的文章会显示在这里。',
  },
  'education.emptyTextFor': {
    en: 'Articles that the care team of {name} chooses appear here.',
    es: 'Aquí aparecen los artículos que elige el equipo de atención de {name}.',
    fr: 'Les articles que choisit l’équipe de soins de {name} s’affichent ici.',
    pt: 'Os artigos que a equipe de cuidados de {name} escolhe aparecem aqui.',
    zh: '{name} 的医护团队选择的文章会显示在这里。',
  },
  'education.select': {
    en: 'Select an item from the list on the left',
    es: 'Seleccione un elemento de la lista de la izquierda',
    fr: 'Sélectionnez un élément dans la liste de gauche',
    pt: 'Selecione um item da lista à esquerda',
    zh: '请从左侧列表中选择一项',
  },
  'education.inWindow': {
    en: 'This article is open in another tab.',
    es: 'Este artículo está abierto en otra pestaña.',
    fr: 'Cet article est ouvert dans un autre onglet.',
    pt: 'Este artigo está aberto em outra aba.',
    zh: '此文章已在另一个标签页中打开。',
  },
  'education.openAgain': {
    en: 'Open in a new tab',
    es: 'Abrir en una pestaña nueva',
    fr: 'Ouvrir dans un nouvel onglet',
    pt: 'Abrir em uma nova aba',
    zh: '在新标签页中打开',
  },
  'education.shownBeside': {
    en: '“{title}” is shown beside the list.',
    es: '“{title}” se muestra junto a la lista.',
    fr: '« {title} » s’affiche à côté de la liste.',
    pt: '“{title}” aparece ao lado da lista.',
    zh: '“{title}”已显示在列表旁。',
  },
  'education.failed': {
    en: '“{title}” could not be opened. Try again.',
    es: 'No se pudo abrir “{title}”. Inténtelo de nuevo.',
    fr: '« {title} » n’a pas pu être ouvert. Réessayez.',
    pt: 'Não foi possível abrir “{title}”. Tente novamente.',
    zh: '无法打开“{title}”。请重试。',
  },
  'education.offline': {
    en: 'There is no connection right now. Articles need a connection.',
    es: 'Ahora no hay conexión. Los artículos la necesitan.',
    fr: 'Il n’y a pas de connexion pour le moment. Les articles ont besoin d’une connexion.',
    pt: 'Não há conexão no momento. Os artigos precisam dela.',
    zh: '目前没有网络连接。打开文章需要网络连接。',
  },
  'education.blocked': {
    en: 'Your browser blocked the new tab. Open the article with this link within one minute:',
    es: 'Su navegador bloqueó la pestaña nueva. Abra el artículo con este enlace antes de un minuto:',
    fr: 'Votre navigateur a bloqué le nouvel onglet. Ouvrez l’article avec ce lien d’ici une minute :',
    pt: 'Seu navegador bloqueou a nova aba. Abra o artigo com este link em até um minuto:',
    zh: '您的浏览器阻止了新标签页。请在一分钟内用此链接打开文章：',
  },
});

declare module '../../words/keys.ts' {
  interface Catalogs {
    education: typeof labels & typeof texts;
  }
}
