import type { Texts } from './catalog.ts';

/** The kinds of message that the bar shows (specification 1, section 3). */
export type MessageKind = 'success' | 'error' | 'info' | 'warning';

export interface MessageBarCode {
  readonly kind: MessageKind;
  /** Stays when the route changes. */
  readonly keepDisplay: boolean;
  /** A message never replaces one of a higher priority. */
  readonly priority: 0 | 1;
  readonly text: Texts;
}

const declare = <const Codes extends Readonly<Record<string, MessageBarCode>>>(codes: Codes): Codes => codes;

/** Every message-bar code with its kind, persistence, priority and text (specification 1, section 8; 2, section 8). */
export const messageBarCodes = declare({
  sessiontimeout: {
    kind: 'error',
    keepDisplay: true,
    priority: 1,
    text: {
      en: 'Your session has timed out. Please log in again.',
      es: 'Su sesión ha caducado. Inicie sesión de nuevo.',
      fr: 'Votre session a expiré. Veuillez vous reconnecter.',
      pt: 'Sua sessão expirou. Entre novamente.',
      zh: '您的会话已超时。请重新登录。',
    },
  },
  lockedout: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'Your account is locked after too many failed attempts. Please wait {minutes, plural, one {# minute} other {# minutes}} and try again.',
      es: 'Su cuenta está bloqueada por demasiados intentos fallidos. Espere {minutes, plural, one {# minuto} other {# minutos}} e inténtelo de nuevo.',
      fr: 'Votre compte est verrouillé après trop de tentatives. Veuillez attendre {minutes, plural, one {# minute} other {# minutes}} et réessayer.',
      pt: 'Sua conta está bloqueada após muitas tentativas. Aguarde {minutes, plural, one {# minuto} other {# minutos}} e tente novamente.',
      zh: '尝试失败次数过多，您的账户已锁定。请等待 {minutes, plural, other {# 分钟}}后再试。',
    },
  },
  invalidgrant: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'Login failed. Please try again.',
      es: 'No se pudo iniciar sesión. Inténtelo de nuevo.',
      fr: 'La connexion a échoué. Veuillez réessayer.',
      pt: 'Não foi possível entrar. Tente novamente.',
      zh: '登录失败。请重试。',
    },
  },
  facilitySubscriptionExpired: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'Login failed. Subscription period has ended. Please contact your administrator.',
      es: 'No se pudo iniciar sesión. El período de suscripción ha terminado. Comuníquese con su administrador.',
      fr: 'La connexion a échoué. La période d’abonnement est terminée. Veuillez contacter votre administrateur.',
      pt: 'Não foi possível entrar. O período de assinatura terminou. Entre em contato com o administrador.',
      zh: '登录失败。订阅期已结束。请联系您的管理员。',
    },
  },
  unspecified: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'An unexpected error has occurred. Please report this to your system administrator.',
      es: 'Se produjo un error inesperado. Informe de ello al administrador del sistema.',
      fr: 'Une erreur inattendue s’est produite. Veuillez la signaler à l’administrateur du système.',
      pt: 'Ocorreu um erro inesperado. Informe o administrador do sistema.',
      zh: '发生意外错误。请告知系统管理员。',
    },
  },
  noConnection: {
    kind: 'warning',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'There is no connection. Check the network and try again.',
      es: 'No hay conexión. Revise la red e inténtelo de nuevo.',
      fr: 'Il n’y a pas de connexion. Vérifiez le réseau et réessayez.',
      pt: 'Não há conexão. Verifique a rede e tente novamente.',
      zh: '没有网络连接。请检查网络后重试。',
    },
  },
  tooManyRequests: {
    kind: 'warning',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'Too many attempts from this place. Please wait a minute and try again.',
      es: 'Demasiados intentos desde este lugar. Espere un minuto e inténtelo de nuevo.',
      fr: 'Trop de tentatives depuis cet endroit. Veuillez attendre une minute et réessayer.',
      pt: 'Muitas tentativas a partir deste local. Aguarde um minuto e tente novamente.',
      zh: '来自此处的尝试过多。请等待一分钟后重试。',
    },
  },
  invalidOldPassword: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'We didn\'t recognize that password. Please try again.',
      es: 'No reconocimos esa contraseña. Inténtelo de nuevo.',
      fr: 'Nous n’avons pas reconnu ce mot de passe. Veuillez réessayer.',
      pt: 'Não reconhecemos essa senha. Tente novamente.',
      zh: '我们无法识别该密码。请重试。',
    },
  },
  passwordMustBeDifferent: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'Choose a password that you have not used before.',
      es: 'Elija una contraseña que no haya usado antes.',
      fr: 'Choisissez un mot de passe que vous n’avez jamais utilisé.',
      pt: 'Escolha uma senha que você ainda não usou.',
      zh: '请选择您以前没有用过的密码。',
    },
  },
  confirmMismatch: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'Passwords do not match.',
      es: 'Las contraseñas no coinciden.',
      fr: 'Les mots de passe ne correspondent pas.',
      pt: 'As senhas não coincidem.',
      zh: '两次输入的密码不一致。',
    },
  },
  passwordRulesNotMet: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'Password does not meet security requirements.',
      es: 'La contraseña no cumple los requisitos de seguridad.',
      fr: 'Le mot de passe ne respecte pas les exigences de sécurité.',
      pt: 'A senha não atende aos requisitos de segurança.',
      zh: '密码不符合安全要求。',
    },
  },
  updatePasswordSuccess: {
    kind: 'success',
    keepDisplay: true,
    priority: 0,
    text: {
      en: 'Your password was changed.',
      es: 'Su contraseña se cambió.',
      fr: 'Votre mot de passe a été modifié.',
      pt: 'Sua senha foi alterada.',
      zh: '您的密码已更改。',
    },
  },
  languageNotLoaded: {
    kind: 'warning',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'This language could not be loaded. Please try again when you are online.',
      es: 'No se pudo cargar este idioma. Inténtelo de nuevo cuando tenga conexión.',
      fr: 'Cette langue n’a pas pu être chargée. Veuillez réessayer quand vous serez en ligne.',
      pt: 'Não foi possível carregar este idioma. Tente novamente quando tiver conexão.',
      zh: '此语言无法加载。请联网后重试。',
    },
  },
  unlockFailed: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'This username and password open nothing on this device. Check both and try again.',
      es: 'Este usuario y esta contraseña no abren nada en este dispositivo. Revise los dos e inténtelo de nuevo.',
      fr: 'Ce nom d’utilisateur et ce mot de passe n’ouvrent rien sur cet appareil. Vérifiez les deux et réessayez.',
      pt: 'Este usuário e esta senha não abrem nada neste dispositivo. Confira os dois e tente novamente.',
      zh: '此用户名和密码在本设备上打不开任何内容。请检查后重试。',
    },
  },
  questionnairesendfailed: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'We could not send your answers. They are still here. Please try again.',
      es: 'No pudimos enviar sus respuestas. Siguen aquí. Inténtelo de nuevo.',
      fr: 'Nous n’avons pas pu envoyer vos réponses. Elles sont toujours ici. Veuillez réessayer.',
      pt: 'Não conseguimos enviar suas respostas. Elas continuam aqui. Tente novamente.',
      zh: '我们未能发送您的答案。答案仍保留在此处。请重试。',
    },
  },
  questionnairevalidatefailed: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'Please complete all required questions.',
      es: 'Complete todas las preguntas obligatorias.',
      fr: 'Veuillez répondre à toutes les questions obligatoires.',
      pt: 'Responda a todas as perguntas obrigatórias.',
      zh: '请回答所有必答问题。',
    },
  },
  questionnairedeclinefailed: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'We could not decline this questionnaire. Please try again.',
      es: 'No pudimos rechazar este cuestionario. Inténtelo de nuevo.',
      fr: 'Nous n’avons pas pu refuser ce questionnaire. Veuillez réessayer.',
      pt: 'Não conseguimos recusar este questionário. Tente novamente.',
      zh: '我们未能拒填此问卷。请重试。',
    },
  },
  invalidlastnamebirthday: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'No match found for last name and DOB entered. Please try again.',
      es: 'El apellido y la fecha de nacimiento no coinciden con nuestros datos. Inténtelo de nuevo.',
      fr: 'Le nom de famille et la date de naissance ne correspondent à aucun dossier. Veuillez réessayer.',
      pt: 'O sobrenome e a data de nascimento não correspondem aos nossos dados. Tente novamente.',
      zh: '输入的姓氏和出生日期与记录不符。请重试。',
    },
  },
  linkexpired: {
    kind: 'error',
    keepDisplay: false,
    priority: 0,
    text: {
      en: 'Login failed. The link has expired.',
      es: 'No se pudo iniciar sesión. El enlace ha caducado.',
      fr: 'La connexion a échoué. Le lien a expiré.',
      pt: 'Não foi possível entrar. O link expirou.',
      zh: '登录失败。链接已过期。',
    },
  },
  kioskPasswordChange: {
    kind: 'warning',
    keepDisplay: false,
    priority: 0,
    text: { en: 'This password must be changed first. Please do that in the patient portal, then sign in here.', es: 'Primero debe cambiar esta contraseña. Hágalo en el portal del paciente y luego inicie sesión aquí.', fr: 'Ce mot de passe doit d’abord être changé. Faites-le dans le portail des patients, puis connectez-vous ici.', pt: 'Esta senha precisa ser trocada primeiro. Faça isso no portal do paciente e depois entre aqui.', zh: '此密码必须先更改。请在患者门户中更改，然后再在此登录。' },
  },
});
