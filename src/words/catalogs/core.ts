import { catalog } from './catalog.ts';

/** What every page can need before anything else has loaded: sign-in, waiting, failing, dialogs. Keep it small. */
export default catalog({
  'core.skipToContent': { en: 'Skip to content', es: 'Ir al contenido', fr: 'Passer au contenu', pt: 'Ir para o conteúdo', zh: '跳到内容' },
  'core.close': { en: 'Close', es: 'Cerrar', fr: 'Fermer', pt: 'Fechar', zh: '关闭' },
  'core.required': { en: 'Required', es: 'Obligatorio', fr: 'Obligatoire', pt: 'Obrigatório', zh: '必填' },
  'core.language': { en: 'Language', es: 'Idioma', fr: 'Langue', pt: 'Idioma', zh: '语言' },
  'core.errorTitlePrefix': { en: 'Error: {title}', es: 'Error: {title}', fr: 'Erreur : {title}', pt: 'Erro: {title}', zh: '错误：{title}' },
  'core.showPassword': { en: 'Show password', es: 'Mostrar la contraseña', fr: 'Afficher le mot de passe', pt: 'Mostrar a senha', zh: '显示密码' },
  'core.hidePassword': { en: 'Hide password', es: 'Ocultar la contraseña', fr: 'Masquer le mot de passe', pt: 'Ocultar a senha', zh: '隐藏密码' },
  'core.loading': { en: 'Loading', es: 'Cargando', fr: 'Chargement', pt: 'Carregando', zh: '正在加载' },
  'core.tryAgain': { en: 'Try again', es: 'Intentar de nuevo', fr: 'Réessayer', pt: 'Tentar novamente', zh: '重试' },
  'core.logIn': { en: 'Log in', es: 'Iniciar sesión', fr: 'Se connecter', pt: 'Entrar', zh: '登录' },
  'core.username': { en: 'Username', es: 'Nombre de usuario', fr: 'Nom d’utilisateur', pt: 'Nome de usuário', zh: '用户名' },
  'core.password': { en: 'Password', es: 'Contraseña', fr: 'Mot de passe', pt: 'Senha', zh: '密码' },
  'core.greeting': { en: 'Good to see you.', es: 'Qué bueno verle.', fr: 'Heureux de vous voir.', pt: 'Que bom ver você.', zh: '很高兴见到您。' },
  'core.greetingText': {
    en: 'Your care team’s questions, answered when it suits you.',
    es: 'Las preguntas de su equipo de atención, cuando le venga bien responderlas.',
    fr: 'Les questions de votre équipe de soins, à répondre quand cela vous convient.',
    pt: 'As perguntas da sua equipe de cuidados, para responder quando for melhor para você.',
    zh: '医护团队的问题，您可以在方便的时候回答。',
  },
  'core.notFoundTitle': { en: 'This page does not exist', es: 'Esta página no existe', fr: 'Cette page n’existe pas', pt: 'Esta página não existe', zh: '此页面不存在' },
  'core.notFoundText': {
    en: 'The address may be mistyped, or the page has moved.',
    es: 'Puede que la dirección esté mal escrita o que la página haya cambiado de lugar.',
    fr: 'L’adresse comporte peut-être une erreur, ou la page a été déplacée.',
    pt: 'O endereço pode estar digitado errado, ou a página mudou de lugar.',
    zh: '地址可能输入有误，或者页面已移动。',
  },
  'core.toStart': { en: 'Go to the start page', es: 'Ir a la página de inicio', fr: 'Aller à la page d’accueil', pt: 'Ir para a página inicial', zh: '前往起始页' },
  'core.errorTitle': { en: 'We could not show this page', es: 'No pudimos mostrar esta página', fr: 'Nous n’avons pas pu afficher cette page', pt: 'Não conseguimos mostrar esta página', zh: '我们无法显示此页面' },
  'core.errorText': {
    en: 'Nothing you entered was sent twice. Please try again in a moment.',
    es: 'Nada de lo que escribió se envió dos veces. Inténtelo de nuevo en un momento.',
    fr: 'Rien de ce que vous avez saisi n’a été envoyé deux fois. Veuillez réessayer dans un instant.',
    pt: 'Nada do que você digitou foi enviado duas vezes. Tente novamente em um momento.',
    zh: '您输入的内容没有被重复发送。请稍后重试。',
  },
  'core.errorOffline': {
    en: 'You are offline, and this page is not saved on this device.',
    es: 'No tiene conexión y esta página no está guardada en este dispositivo.',
    fr: 'Vous êtes hors ligne et cette page n’est pas enregistrée sur cet appareil.',
    pt: 'Você está sem conexão e esta página não está salva neste dispositivo.',
    zh: '您已离线，此页面未保存在本设备上。',
  },
});
