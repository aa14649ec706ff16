import { catalog } from './catalog.ts';

/** What every page can need before anything else has loaded: sign-in, waiting, failing, dialogs. Keep it small. */
export default catalog({
  'core.skipToContent': { en: 'Skip to content', es: 'Ir al contenido', fr: 'Passer au contenu', pt: 'Ir para o conteúdo', zh: '跳到内容' },
  'core.close': { en: 'Close', es: 'Cerrar', fr: 'Fermer', pt: 'Fechar', zh: '关闭' },
  'core.required': { en: 'Required', es: 'Obligatorio', fr: 'Obligatoire', pt: 'Obrigatório', zh: '必填' },
  'core.language': { en: 'Language', es: 'Idioma', fr: 'Langue', pt: 'Idioma', zh: '语言' },
  'core.errorTitlePrefix': { en: 'Error: {title}', es: 'Error: {title}', fr: 'Erreur : {title}', pt: 'Erro: {title}', zh: '错误：{title}' },
});
