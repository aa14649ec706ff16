import type { LanguageCode } from '@portal/api';
import type { NoticeTopic } from './noticeTexts.ts';

/**
 * What a mail of each kind is filled with. Links are whole addresses. Names are first names alone, and no value may say
 * anything about somebody's health.
 */
export interface MailValues {
  /** Confirms the address of an account. */
  readonly confirmEmail: { readonly firstName: string; readonly link: string };
  readonly resetPassword: { readonly firstName: string; readonly link: string };
  /** Asked for while the name is locked out for so many minutes; the link also unlocks. */
  readonly resetPasswordLocked: { readonly firstName: string; readonly link: string; readonly minutes: number };
  /** Asked for by an account whose address was never confirmed: it gets no link. */
  readonly resetPasswordUnconfirmed: { readonly firstName: string };
  /** The username of an account whose owner forgot it. `phone`: of the facility, as it writes it; null: it has none. */
  readonly forgottenUsername: {
    readonly firstName: string;
    readonly userName: string;
    readonly phone: string | null;
    readonly link: string;
  };
  /** After signing up. `confirmLink`: confirms the address; null when it is confirmed already. */
  readonly welcomePatient: { readonly firstName: string; readonly link: string; readonly confirmLink: string | null };
  readonly welcomeRepresentative: {
    readonly firstName: string;
    readonly link: string;
    readonly confirmLink: string | null;
  };
  /** The way to sign up. `days`: for how long it works. */
  readonly patientInvitation: { readonly firstName: string; readonly link: string; readonly days: number };
  /** `inviterFirstName` tells the PIN that the page asks for. */
  readonly representativeInvitation: {
    readonly inviterFirstName: string;
    readonly link: string;
    readonly days: number;
  };
  /** To the patient: somebody whom they invited acts for them from now on. */
  readonly invitationAccepted: { readonly firstName: string; readonly link: string };
  readonly emailedLink: { readonly firstName: string; readonly link: string; readonly days: number };
  /** `link`: where a forgotten password is reset. */
  readonly passwordChanged: { readonly firstName: string; readonly link: string };
  /** By the facility's staff, who may have found that the old address is another person's: it cannot undo the change. */
  readonly emailCorrected: { readonly firstName: string };
  /** To whoever supervises a facility's messages: so many that nobody opened within so many working days. */
  readonly messagesUnopened: { readonly messages: number; readonly days: number };
  /** To whom a facility names for answers that need a look: the numbers of the alerts and nothing else. */
  readonly alertRaised: { readonly alerts: readonly number[] };
  /** The same, while nobody has acknowledged them. */
  readonly alertReminder: { readonly alerts: readonly number[] };
  /** To a facility's front desk: somebody asked at a tablet for a change of how they can be reached. `waiting`: how many wait there. */
  readonly contactChangeAsked: { readonly waiting: number };
  /** To a care team's mailbox: a patient has written to `provider`. Null: the facility does not let mails carry messages. */
  readonly messageForCareTeam: { readonly provider: string; readonly message: LetterToCareTeam | null };
  /** To whom a patient sends a summary, which stands in its files. */
  readonly healthSummary: SummaryLetter;
  /** To who sent one: it could not be delivered. It says neither what nor to whom. */
  readonly summaryNotDelivered: { readonly firstName: string; readonly link: string };
  /** Goes to the old address; `link` gives the account this address back. */
  readonly emailChanged: { readonly firstName: string; readonly link: string; readonly days: number };
  /** That something is new or coming up in the portal. `stopLink`: the page that stops such notices. */
  readonly notice: {
    readonly firstName: string;
    readonly link: string;
    readonly topics: readonly NoticeTopic[];
    readonly stopLink: string;
  };
  /** Asked for, to see whether notices arrive. `link`: where they are chosen. */
  readonly noticeTest: { readonly firstName: string; readonly link: string };
}
export type MailKind = keyof MailValues;

/** A mail of one kind with what fills it. */
export type MailContent = {
  readonly [Kind in MailKind]: { readonly kind: Kind; readonly values: MailValues[Kind] };
}[MailKind];

/** A patient's message as a mail carries it. `writer`: who wrote it for the patient. */
export interface LetterToCareTeam {
  readonly patient: string;
  readonly writer: string | null;
  readonly subject: string;
  readonly content: string;
}

/** Who sends a health summary, and what they write to it. */
export interface SummaryLetter {
  readonly patient: string;
  /** Who sends it for the patient. */
  readonly writer: string | null;
  readonly message: string;
  /** Whether answers reach whoever sent it. */
  readonly takesReplies: boolean;
}

/** One kind in one language. `{portal}`, `{firstName}`, `{inviterFirstName}`, `{minutes}`, `{days}`, `{messages}`, `{waiting}`, `{provider}`, `{alerts}`, `{numbers}` and `{sender}`, `{userName}` and `{phone}` are filled in. */
export interface MailText {
  readonly subject: string;
  readonly before: readonly string[];
  /** Label of the link. */
  readonly action?: string;
  readonly after: readonly string[];
}

/** What every mail of a language shares. */
export interface Frame {
  readonly greeting: string;
  /** Where no first name is known. */
  readonly greetingWithoutName: string;
  /** Before the address itself, for who cannot follow the link. */
  readonly address: string;
  readonly footer: string;
  readonly confirm: string;
  readonly confirmAction: string;
  /** After words that ask to call; `{phone}`. */
  readonly phone: string;
}

export const frames: Readonly<Record<LanguageCode, Frame>> = {
  en: {
    greeting: 'Hello {firstName},',
    greetingWithoutName: 'Hello,',
    address: 'If the button does not work, copy this address into your browser:',
    footer: 'This is an automatic message from {portal}. Replies to it are not read.',
    confirm: 'Please also confirm that this is your email address:',
    confirmAction: 'Confirm my email address',
    phone: 'Our telephone number: {phone}',
  },
  es: {
    greeting: 'Hola, {firstName}:',
    greetingWithoutName: 'Hola:',
    address: 'Si el botón no funciona, copie esta dirección en su navegador:',
    footer: 'Este es un mensaje automático de {portal}. Nadie lee las respuestas.',
    confirm: 'Confirme también que este es su correo electrónico:',
    confirmAction: 'Confirmar mi correo electrónico',
    phone: 'Nuestro teléfono: {phone}',
  },
  fr: {
    greeting: 'Bonjour {firstName},',
    greetingWithoutName: 'Bonjour,',
    address: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
    footer: 'Ceci est un message automatique de {portal}. Les réponses ne sont pas lues.',
    confirm: 'Veuillez aussi confirmer que cette adresse de courriel est bien la vôtre :',
    confirmAction: 'Confirmer mon adresse de courriel',
    phone: 'Notre numéro de téléphone : {phone}',
  },
  pt: {
    greeting: 'Olá, {firstName}!',
    greetingWithoutName: 'Olá!',
    address: 'Se o botão não funcionar, copie este endereço para o seu navegador:',
    footer: 'Esta é uma mensagem automática de {portal}. As respostas não são lidas.',
    confirm: 'Confirme também que este é o seu endereço de e-mail:',
    confirmAction: 'Confirmar meu e-mail',
    phone: 'Nosso telefone: {phone}',
  },
  zh: {
    greeting: '{firstName}，您好！',
    greetingWithoutName: '您好！',
    address: '如果按钮无法使用，请将此网址复制到浏览器中打开：',
    footer: '这是{portal}自动发送的电子邮件。请勿回复，回复不会有人查看。',
    confirm: '另外，请确认这是您的电子邮箱：',
    confirmAction: '确认我的电子邮箱',
    phone: '我们的电话：{phone}',
  },
};

export const mailTexts: Readonly<Record<LanguageCode, Readonly<Record<MailKind, MailText>>>> = {
  en: {
    healthSummary: {
      subject: 'A health summary for you',
      before: [],
      after: [
        'The summary is attached twice: as a page that any web browser opens, and as a file that doctors’ computer systems can read.',
        'If you did not expect it, please delete it: it has private information about somebody’s health.',
      ],
    },
    summaryNotDelivered: {
      subject: 'What you sent was not delivered',
      before: [
        'Something that you sent from {portal} could not be delivered.',
        'Please check the address that it went to, then send it again. Or choose another way to share it.',
      ],
      action: 'Open the portal',
      after: [],
    },
    confirmEmail: {
      subject: 'Confirm your email address',
      before: ['Please confirm that this email address belongs to your account at {portal}.'],
      action: 'Confirm my email address',
      after: [
        'You will be asked to log in. The link works for 7 days.',
        'If you have no account at {portal}, please ignore this message.',
      ],
    },
    resetPassword: {
      subject: 'Reset your password',
      before: ['Someone, probably you, asked to reset the password of your account at {portal}.'],
      action: 'Choose a new password',
      after: [
        'The link works once, for 60 minutes.',
        'If it was not you, you do not need to do anything. Your password stays the same.',
      ],
    },
    resetPasswordLocked: {
      subject: 'Reset your password',
      before: [
        'Someone, probably you, asked to reset the password of your account at {portal}.',
        'There were too many wrong passwords, so your account is locked for {minutes}. It unlocks as soon as you choose a new password.',
      ],
      action: 'Choose a new password',
      after: [
        'The link works once, for 60 minutes.',
        'If it was not you, you do not need to do anything. Your password stays the same.',
      ],
    },
    resetPasswordUnconfirmed: {
      subject: 'Your password was not reset',
      before: [
        'Someone, probably you, asked to reset the password of your account at {portal}.',
        'This email address was never confirmed. For your safety, we only send a link for a new password to a confirmed address.',
        'If you cannot log in, please call us. If it was not you, you do not need to do anything.',
      ],
      after: [],
    },
    forgottenUsername: {
      subject: 'Your username',
      before: [
        'Someone, probably you, asked for the username of your account at {portal}.',
        'Your username is: {userName}',
      ],
      action: 'Open the portal',
      after: ['If it was not you, you do not need to do anything.', 'If you need help, call us: {phone}'],
    },
    welcomePatient: {
      subject: 'Welcome to {portal}',
      before: ['Your account at {portal} is ready. You can log in with the username and password that you chose.'],
      action: 'Open the portal',
      after: ['If you did not make this account, please call us.'],
    },
    welcomeRepresentative: {
      subject: 'Welcome to {portal}',
      before: [
        'Your account at {portal} is ready. You can now act for the person who invited you. Log in with the username and password that you chose.',
      ],
      action: 'Open the portal',
      after: ['If you did not make this account, please call us.'],
    },
    patientInvitation: {
      subject: 'Your invitation to {portal}',
      before: ['You are invited to make your own account at {portal}.'],
      action: 'Make my account',
      after: ['The invitation works for {days}. Please do not pass this message on.'],
    },
    representativeInvitation: {
      subject: '{inviterFirstName} invites you to {portal}',
      before: [
        '{inviterFirstName} would like you to act for them at {portal}.',
        'You need a PIN to accept. {inviterFirstName} will give it to you. It is not in this message.',
      ],
      action: 'Accept the invitation',
      after: ['The invitation works for {days}. If you do not know who sent it, please ignore this message.'],
    },
    invitationAccepted: {
      subject: 'Your invitation was accepted',
      before: [
        'Someone you invited has accepted. From now on they can see and do what you chose for them at {portal}.',
        'Log in to see who it is, to change what they may do, or to end their access.',
      ],
      action: 'Open the portal',
      after: ['If you did not invite anyone, log in and end the access, or call us.'],
    },
    emailedLink: {
      subject: 'There is something for you at {portal}',
      before: [
        'A form is waiting for you at {portal}. You need no password: we ask for your last name and date of birth.',
      ],
      action: 'Open the form',
      after: ['The link works for {days}, or until you have used it. Please do not pass this message on.'],
    },
    passwordChanged: {
      subject: 'Your password was changed',
      before: [
        'The password of your account at {portal} was just changed. Other devices were logged out.',
        'If it was you, you do not need to do anything. If not, please choose a new password right away and call us.',
      ],
      action: 'Reset my password',
      after: [],
    },
    emailCorrected: {
      subject: 'We changed your email address',
      before: [
        'Our staff changed the email address of your account at {portal}. Messages about your account no longer come to this address.',
        'If you did not ask for this, please call us.',
      ],
      after: [],
    },
    messageForCareTeam: {
      subject: 'A patient has written to {provider}',
      before: ['A patient has written to {provider}.'],
      after: [
        'To answer, reply to this email. What you write goes to the patient with your name and your files; what you quote does not.',
        'Please do not forward this email: replies to it go to the patient.',
      ],
    },
    alertRaised: {
      subject: 'An answer needs a look',
      before: [
        'Somebody has given an answer at {portal} that needs a look. Number of the alert: {alerts}.',
        'Please read it now: npm run admin -- alerts show {numbers}',
        'Then say who takes care of it: npm run admin -- alerts acknowledge {numbers} --by NAME',
      ],
      after: ['For privacy, this message says no more.'],
    },
    alertReminder: {
      subject: 'An answer still needs a look',
      before: [
        'Nobody has said yet who takes care of an answer at {portal}. Number of the alert: {alerts}.',
        'Please read it now: npm run admin -- alerts show {numbers}',
        'Then say who takes care of it: npm run admin -- alerts acknowledge {numbers} --by NAME',
      ],
      after: ['For privacy, this message says no more.'],
    },
    contactChangeAsked: {
      subject: 'A change waits for you',
      before: [
        'Somebody has told a tablet of {portal} that their address, telephone or email has changed.',
        'Please look at the list of changes, check with them, and accept or decline it. Until then nothing is changed. Changes that wait: {waiting}.',
      ],
      after: [],
    },
    messagesUnopened: {
      subject: 'Messages are waiting to be opened',
      before: [
        'Messages in {portal} that nobody has opened yet: {messages}. The limit is {days}, not counting days off.',
        'Please see that they are read and answered. Whoever wrote them can see that you were told.',
      ],
      after: [],
    },
    emailChanged: {
      subject: 'Your email address was changed',
      before: [
        'The email address of your account at {portal} was just changed. Messages about your account no longer come to this address.',
        'If it was you, you do not need to do anything. If not, undo the change with this button and then call us. The button works for {days}.',
      ],
      action: 'Undo the change',
      after: [],
    },
    notice: {
      subject: 'Something new in your portal',
      before: [],
      action: 'Open the portal',
      after: [
        'To see what it is, please log in. For your privacy, this message says no more.',
        'You get these messages because you chose them at {portal}.',
      ],
    },
    noticeTest: {
      subject: 'A test of your notices',
      before: ['Notices from {portal} will reach you at this address.'],
      action: 'Choose my notices',
      after: ['You asked for this test in your settings.'],
    },
  },
  es: {
    healthSummary: {
      subject: 'Un resumen de salud para usted',
      before: [],
      after: [
        'El resumen va adjunto de dos formas: como una página que se abre en cualquier navegador y como un archivo que pueden leer los sistemas de consultorios y hospitales.',
        'Si no lo esperaba, elimínelo: contiene información privada sobre la salud de alguien.',
      ],
    },
    summaryNotDelivered: {
      subject: 'No se entregó lo que usted envió',
      before: [
        'Algo que usted envió desde {portal} no se pudo entregar.',
        'Revise la dirección a la que lo envió y vuelva a intentarlo, o elija otra forma de compartirlo.',
      ],
      action: 'Abrir el portal',
      after: [],
    },
    confirmEmail: {
      subject: 'Confirme su correo electrónico',
      before: ['Confirme que este correo electrónico pertenece a su cuenta de {portal}.'],
      action: 'Confirmar mi correo electrónico',
      after: [
        'Se le pedirá que inicie sesión. El enlace funciona durante 7 días.',
        'Si no tiene una cuenta en {portal}, ignore este mensaje.',
      ],
    },
    resetPassword: {
      subject: 'Restablezca su contraseña',
      before: ['Alguien, probablemente usted, pidió restablecer la contraseña de su cuenta de {portal}.'],
      action: 'Elegir una contraseña nueva',
      after: [
        'El enlace funciona una sola vez, durante 60 minutos.',
        'Si no fue usted, no tiene que hacer nada: su contraseña no cambia.',
      ],
    },
    resetPasswordLocked: {
      subject: 'Restablezca su contraseña',
      before: [
        'Alguien, probablemente usted, pidió restablecer la contraseña de su cuenta de {portal}.',
        'Hubo demasiados intentos fallidos de iniciar sesión, por lo que su cuenta está bloqueada durante {minutes}. Al elegir una contraseña nueva se desbloquea de inmediato.',
      ],
      action: 'Elegir una contraseña nueva',
      after: [
        'El enlace funciona una sola vez, durante 60 minutos.',
        'Si no fue usted, no tiene que hacer nada: su contraseña no cambia.',
      ],
    },
    resetPasswordUnconfirmed: {
      subject: 'Su contraseña no se restableció',
      before: [
        'Alguien, probablemente usted, pidió restablecer la contraseña de su cuenta de {portal}.',
        'Esta dirección de correo electrónico nunca se confirmó. Por su seguridad, solo podemos enviar un enlace para una contraseña nueva a direcciones confirmadas.',
        'Si no puede iniciar sesión, llámenos. Si no fue usted, no tiene que hacer nada.',
      ],
      after: [],
    },
    forgottenUsername: {
      subject: 'Su nombre de usuario',
      before: [
        'Alguien, probablemente usted, pidió el nombre de usuario de su cuenta en {portal}.',
        'Su nombre de usuario es: {userName}',
      ],
      action: 'Abrir el portal',
      after: ['Si no fue usted, no necesita hacer nada.', 'Si necesita ayuda, llámenos: {phone}'],
    },
    welcomePatient: {
      subject: 'Le damos la bienvenida a {portal}',
      before: [
        'Su cuenta de {portal} está lista. Puede iniciar sesión con el nombre de usuario y la contraseña que eligió.',
      ],
      action: 'Abrir el portal',
      after: ['Si usted no creó esta cuenta, llámenos.'],
    },
    welcomeRepresentative: {
      subject: 'Le damos la bienvenida a {portal}',
      before: [
        'Su cuenta de {portal} está lista. Ya puede actuar en nombre de la persona que le invitó. Inicie sesión con el nombre de usuario y la contraseña que eligió.',
      ],
      action: 'Abrir el portal',
      after: ['Si usted no creó esta cuenta, llámenos.'],
    },
    patientInvitation: {
      subject: 'Su invitación a {portal}',
      before: ['Le invitamos a crear su propia cuenta en {portal}.'],
      action: 'Crear mi cuenta',
      after: ['La invitación funciona durante {days}. No reenvíe este mensaje.'],
    },
    representativeInvitation: {
      subject: '{inviterFirstName} le invita a {portal}',
      before: [
        '{inviterFirstName} desea que usted actúe en su nombre en {portal}.',
        'Necesita un PIN para aceptar. {inviterFirstName} se lo dirá: no está en este mensaje.',
      ],
      action: 'Aceptar la invitación',
      after: ['La invitación funciona durante {days}. Si no sabe quién la envió, ignore este mensaje.'],
    },
    invitationAccepted: {
      subject: 'Aceptaron su invitación',
      before: [
        'Una persona a la que usted invitó ha aceptado. Desde ahora puede ver y hacer en {portal} lo que usted eligió.',
        'Inicie sesión para ver quién es, cambiar lo que puede hacer o terminar su acceso.',
      ],
      action: 'Abrir el portal',
      after: ['Si usted no invitó a nadie, inicie sesión y termine el acceso, o llámenos.'],
    },
    emailedLink: {
      subject: 'Hay algo para usted en {portal}',
      before: [
        'Le espera un formulario en {portal}. No necesita contraseña: le pediremos su apellido y su fecha de nacimiento.',
      ],
      action: 'Abrir el formulario',
      after: ['El enlace funciona durante {days}, hasta que lo haya usado. No reenvíe este mensaje.'],
    },
    passwordChanged: {
      subject: 'Su contraseña cambió',
      before: [
        'La contraseña de su cuenta de {portal} acaba de cambiar. Se cerró la sesión en los demás dispositivos.',
        'Si fue usted, no tiene que hacer nada. Si no, elija de inmediato una contraseña nueva y llámenos.',
      ],
      action: 'Restablecer mi contraseña',
      after: [],
    },
    emailCorrected: {
      subject: 'Cambiamos su correo electrónico',
      before: [
        'El personal cambió el correo electrónico de su cuenta de {portal}. Los mensajes sobre su cuenta ya no llegan a esta dirección.',
        'Si usted no lo pidió, llámenos.',
      ],
      after: [],
    },
    messageForCareTeam: {
      subject: 'Un mensaje de paciente para {provider}',
      before: ['Hay un mensaje de paciente para {provider}.'],
      after: [
        'Para contestar, responda a este correo electrónico. Lo que escriba se entrega con su nombre y sus archivos; lo que cite, no.',
        'No reenvíe este correo electrónico: quien lo responda le escribe a quien envió el mensaje.',
      ],
    },
    alertRaised: {
      subject: 'Hay una respuesta que revisar',
      before: [
        'Alguien dio en {portal} una respuesta que debe revisarse. Número de la alerta: {alerts}.',
        'Léala ahora: npm run admin -- alerts show {numbers}',
        'Después indique quién se encarga: npm run admin -- alerts acknowledge {numbers} --by NOMBRE',
      ],
      after: ['Por privacidad, este mensaje no dice nada más.'],
    },
    alertReminder: {
      subject: 'Una respuesta sigue sin revisarse',
      before: [
        'Nadie ha indicado todavía quién se encarga de una respuesta en {portal}. Número de la alerta: {alerts}.',
        'Léala ahora: npm run admin -- alerts show {numbers}',
        'Después indique quién se encarga: npm run admin -- alerts acknowledge {numbers} --by NOMBRE',
      ],
      after: ['Por privacidad, este mensaje no dice nada más.'],
    },
    contactChangeAsked: {
      subject: 'Hay un cambio pendiente',
      before: [
        'Alguien avisó en una tableta de {portal} que cambió su dirección, teléfono o correo electrónico.',
        'Revise la lista de cambios, verifique con la persona y acepte o rechace el cambio. Mientras tanto no se modifica nada. Cambios pendientes: {waiting}.',
      ],
      after: [],
    },
    messagesUnopened: {
      subject: 'Hay mensajes sin abrir',
      before: [
        'Mensajes en {portal} que nadie ha abierto todavía: {messages}. El límite es de {days}, sin contar los días no laborables.',
        'Asegúrese de que se lean y se respondan. Quienes los escribieron pueden ver que se le avisó.',
      ],
      after: [],
    },
    emailChanged: {
      subject: 'Su correo electrónico cambió',
      before: [
        'La dirección de correo electrónico de su cuenta de {portal} acaba de cambiar. Los mensajes sobre su cuenta ya no llegan a esta dirección.',
        'Si fue usted, no tiene que hacer nada. Si no, deshaga el cambio con este botón y luego llámenos. El botón funciona durante {days}.',
      ],
      action: 'Deshacer el cambio',
      after: [],
    },
    notice: {
      subject: 'Hay algo nuevo en su portal',
      before: [],
      action: 'Abrir el portal',
      after: [
        'Para verlo, inicie sesión. Por su privacidad, este mensaje no dice más.',
        'Recibe estos mensajes porque así lo eligió en {portal}.',
      ],
    },
    noticeTest: {
      subject: 'Prueba de sus avisos',
      before: ['Los avisos de {portal} le llegarán a esta dirección.'],
      action: 'Elegir mis avisos',
      after: ['Usted pidió esta prueba en su configuración.'],
    },
  },
  fr: {
    healthSummary: {
      subject: 'Un sommaire de santé pour vous',
      before: [],
      after: [
        'Le sommaire est joint sous deux formes : une page qui s’ouvre dans tout navigateur et un fichier que les systèmes des cliniques et des hôpitaux peuvent lire.',
        'Si vous ne l’attendiez pas, veuillez le supprimer : il contient des renseignements privés sur la santé de quelqu’un.',
      ],
    },
    summaryNotDelivered: {
      subject: 'Votre envoi n’a pas été remis',
      before: [
        'Un envoi que vous avez fait à partir de {portal} n’a pas pu être remis.',
        'Vérifiez l’adresse du destinataire, puis recommencez, ou choisissez une autre façon de le transmettre.',
      ],
      action: 'Ouvrir le portail',
      after: [],
    },
    confirmEmail: {
      subject: 'Confirmez votre adresse de courriel',
      before: ['Veuillez confirmer que cette adresse de courriel appartient à votre compte de {portal}.'],
      action: 'Confirmer mon adresse de courriel',
      after: [
        'Vous devrez vous connecter. Le lien fonctionne pendant 7 jours.',
        'Si vous n’avez pas de compte à {portal}, ignorez ce message.',
      ],
    },
    resetPassword: {
      subject: 'Réinitialisez votre mot de passe',
      before: ['Quelqu’un, sans doute vous, a demandé de réinitialiser le mot de passe de votre compte de {portal}.'],
      action: 'Choisir un nouveau mot de passe',
      after: [
        'Le lien fonctionne une seule fois, pendant 60 minutes.',
        'Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe ne change pas.',
      ],
    },
    resetPasswordLocked: {
      subject: 'Réinitialisez votre mot de passe',
      before: [
        'Quelqu’un, sans doute vous, a demandé de réinitialiser le mot de passe de votre compte de {portal}.',
        'Il y a eu trop d’essais infructueux : votre compte est verrouillé pendant {minutes}. Choisir un nouveau mot de passe le déverrouille aussitôt.',
      ],
      action: 'Choisir un nouveau mot de passe',
      after: [
        'Le lien fonctionne une seule fois, pendant 60 minutes.',
        'Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe ne change pas.',
      ],
    },
    resetPasswordUnconfirmed: {
      subject: 'Votre mot de passe n’a pas été réinitialisé',
      before: [
        'Quelqu’un, sans doute vous, a demandé de réinitialiser le mot de passe de votre compte de {portal}.',
        'Cette adresse de courriel n’a jamais été confirmée. Pour votre sécurité, nous ne pouvons envoyer un lien pour un nouveau mot de passe qu’à une adresse confirmée.',
        'Si vous ne pouvez pas vous connecter, appelez-nous. Si ce n’était pas vous, vous n’avez rien à faire.',
      ],
      after: [],
    },
    forgottenUsername: {
      subject: 'Votre nom d’utilisateur',
      before: [
        'Quelqu’un, sans doute vous, a demandé le nom d’utilisateur de votre compte sur {portal}.',
        'Votre nom d’utilisateur est : {userName}',
      ],
      action: 'Ouvrir le portail',
      after: [
        'Si ce n’était pas vous, vous n’avez rien à faire.',
        'Si vous avez besoin d’aide, appelez-nous : {phone}',
      ],
    },
    welcomePatient: {
      subject: 'Bienvenue à {portal}',
      before: [
        'Votre compte de {portal} est prêt. Vous pouvez vous connecter avec le nom d’utilisateur et le mot de passe que vous avez choisis.',
      ],
      action: 'Ouvrir le portail',
      after: ['Si vous n’avez pas créé ce compte, appelez-nous.'],
    },
    welcomeRepresentative: {
      subject: 'Bienvenue à {portal}',
      before: [
        'Votre compte de {portal} est prêt. Vous pouvez maintenant agir pour la personne qui vous a envoyé l’invitation. Connectez-vous avec le nom d’utilisateur et le mot de passe que vous avez choisis.',
      ],
      action: 'Ouvrir le portail',
      after: ['Si vous n’avez pas créé ce compte, appelez-nous.'],
    },
    patientInvitation: {
      subject: 'Votre invitation à {portal}',
      before: ['Nous vous invitons à créer votre propre compte à {portal}.'],
      action: 'Créer mon compte',
      after: ['L’invitation fonctionne pendant {days}. Veuillez ne pas transférer ce message.'],
    },
    representativeInvitation: {
      subject: '{inviterFirstName} vous invite à {portal}',
      before: [
        '{inviterFirstName} souhaite que vous agissiez en son nom à {portal}.',
        'Il vous faut un NIP pour accepter. {inviterFirstName} vous le dira : il n’est pas dans ce message.',
      ],
      action: 'Accepter l’invitation',
      after: ['L’invitation fonctionne pendant {days}. Si vous ne savez pas qui l’a envoyée, ignorez ce message.'],
    },
    invitationAccepted: {
      subject: 'Votre invitation a été acceptée',
      before: [
        'Une personne que vous avez invitée a accepté. Elle peut maintenant voir et faire dans {portal} ce que vous avez choisi.',
        'Connectez-vous pour voir de qui il s’agit, changer ce qu’elle peut faire ou mettre fin à son accès.',
      ],
      action: 'Ouvrir le portail',
      after: ['Si vous n’avez invité personne, connectez-vous et mettez fin à l’accès, ou appelez-nous.'],
    },
    emailedLink: {
      subject: 'Il y a quelque chose pour vous à {portal}',
      before: [
        'Un formulaire vous attend à {portal}. Pas besoin de mot de passe : nous vous demanderons votre nom de famille et votre date de naissance.',
      ],
      action: 'Ouvrir le formulaire',
      after: [
        'Le lien fonctionne pendant {days}, jusqu’à ce que vous l’ayez utilisé. Veuillez ne pas transférer ce message.',
      ],
    },
    passwordChanged: {
      subject: 'Votre mot de passe a changé',
      before: [
        'Le mot de passe de votre compte de {portal} vient de changer. Les autres appareils ont été déconnectés.',
        'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe et appelez-nous.',
      ],
      action: 'Réinitialiser mon mot de passe',
      after: [],
    },
    emailCorrected: {
      subject: 'Nous avons changé votre adresse de courriel',
      before: [
        'Le personnel a changé l’adresse de courriel de votre compte de {portal}. Les messages au sujet de votre compte n’arrivent plus à cette adresse.',
        'Si vous ne l’avez pas demandé, appelez-nous.',
      ],
      after: [],
    },
    messageForCareTeam: {
      subject: 'Un message de patient pour {provider}',
      before: ['Une personne soignée a écrit à {provider}.'],
      after: [
        'Pour répondre, répondez à ce courriel. Ce que vous écrivez est remis avec votre nom et vos fichiers; ce que vous citez ne l’est pas.',
        'Ne transférez pas ce courriel : toute réponse est remise à la personne qui a écrit.',
      ],
    },
    alertRaised: {
      subject: 'Une réponse est à examiner',
      before: [
        'Quelqu’un a donné sur {portal} une réponse à examiner. Numéro de l’alerte : {alerts}.',
        'Lisez-la maintenant : npm run admin -- alerts show {numbers}',
        'Indiquez ensuite qui s’en occupe : npm run admin -- alerts acknowledge {numbers} --by NOM',
      ],
      after: ['Par souci de confidentialité, ce message n’en dit pas plus.'],
    },
    alertReminder: {
      subject: 'Une réponse reste à examiner',
      before: [
        'Personne n’a encore indiqué qui s’occupe d’une réponse donnée sur {portal}. Numéro de l’alerte : {alerts}.',
        'Lisez-la maintenant : npm run admin -- alerts show {numbers}',
        'Indiquez ensuite qui s’en occupe : npm run admin -- alerts acknowledge {numbers} --by NOM',
      ],
      after: ['Par souci de confidentialité, ce message n’en dit pas plus.'],
    },
    contactChangeAsked: {
      subject: 'Un changement vous attend',
      before: [
        'Quelqu’un a signalé sur une tablette de {portal} un changement d’adresse, de téléphone ou de courriel.',
        'Consultez la liste des changements, vérifiez auprès de la personne, puis acceptez ou refusez. D’ici là, rien n’est modifié. Changements en attente : {waiting}.',
      ],
      after: [],
    },
    messagesUnopened: {
      subject: 'Des messages attendent d’être ouverts',
      before: [
        'Messages sur {portal} que personne n’a encore ouverts : {messages}. La limite est de {days}, jours non ouvrables exclus.',
        'Veillez à ce qu’ils soient lus et qu’on y réponde. Les personnes qui les ont écrits peuvent voir que ce rappel vous a été envoyé.',
      ],
      after: [],
    },
    emailChanged: {
      subject: 'Votre adresse de courriel a changé',
      before: [
        'L’adresse de courriel de votre compte de {portal} vient de changer. Les messages au sujet de votre compte n’arrivent plus à cette adresse.',
        'Si c’était vous, vous n’avez rien à faire. Sinon, annulez ce changement avec ce bouton, puis appelez-nous. Le bouton fonctionne pendant {days}.',
      ],
      action: 'Annuler le changement',
      after: [],
    },
    notice: {
      subject: 'Du nouveau dans votre portail',
      before: [],
      action: 'Ouvrir le portail',
      after: [
        'Pour voir ce que c’est, connectez-vous. Pour protéger votre vie privée, ce message n’en dit pas plus.',
        'Vous recevez ces messages parce que vous les avez choisis dans {portal}.',
      ],
    },
    noticeTest: {
      subject: 'Essai de vos avis',
      before: ['Les avis de {portal} vous parviendront à cette adresse.'],
      action: 'Choisir mes avis',
      after: ['Vous avez demandé cet essai dans vos paramètres.'],
    },
  },
  pt: {
    healthSummary: {
      subject: 'Um resumo de saúde para você',
      before: [],
      after: [
        'O resumo está anexado de duas formas: como uma página que abre em qualquer navegador e como um arquivo que os sistemas de clínicas e hospitais conseguem ler.',
        'Se você não o esperava, apague-o: ele traz informações particulares sobre a saúde de alguém.',
      ],
    },
    summaryNotDelivered: {
      subject: 'O que você enviou não foi entregue',
      before: [
        'Algo que você enviou por {portal} não pôde ser entregue.',
        'Confira o endereço de destino e envie de novo, ou escolha outra forma de compartilhar.',
      ],
      action: 'Abrir o portal',
      after: [],
    },
    confirmEmail: {
      subject: 'Confirme seu e-mail',
      before: ['Confirme que este endereço de e-mail pertence à sua conta em {portal}.'],
      action: 'Confirmar meu e-mail',
      after: [
        'Você precisará entrar na sua conta. O link funciona por 7 dias.',
        'Se você não tem uma conta em {portal}, ignore esta mensagem.',
      ],
    },
    resetPassword: {
      subject: 'Redefina sua senha',
      before: ['Alguém, provavelmente você, pediu para redefinir a senha da sua conta em {portal}.'],
      action: 'Escolher uma nova senha',
      after: [
        'O link funciona uma única vez, por 60 minutos.',
        'Se não foi você, não precisa fazer nada: sua senha continua a mesma.',
      ],
    },
    resetPasswordLocked: {
      subject: 'Redefina sua senha',
      before: [
        'Alguém, provavelmente você, pediu para redefinir a senha da sua conta em {portal}.',
        'Houve muitas tentativas de entrar sem sucesso, por isso sua conta está bloqueada por {minutes}. Escolher uma nova senha desbloqueia a conta na hora.',
      ],
      action: 'Escolher uma nova senha',
      after: [
        'O link funciona uma única vez, por 60 minutos.',
        'Se não foi você, não precisa fazer nada: sua senha continua a mesma.',
      ],
    },
    resetPasswordUnconfirmed: {
      subject: 'Sua senha não foi redefinida',
      before: [
        'Alguém, provavelmente você, pediu para redefinir a senha da sua conta em {portal}.',
        'Este endereço de e-mail nunca foi confirmado. Para sua segurança, só podemos enviar um link para uma nova senha a endereços confirmados.',
        'Se não consegue entrar, ligue para nós. Se não foi você, não precisa fazer nada.',
      ],
      after: [],
    },
    forgottenUsername: {
      subject: 'Seu nome de usuário',
      before: [
        'Alguém, provavelmente você, pediu o nome de usuário da sua conta em {portal}.',
        'Seu nome de usuário é: {userName}',
      ],
      action: 'Abrir o portal',
      after: ['Se não foi você, não precisa fazer nada.', 'Se precisar de ajuda, ligue para nós: {phone}'],
    },
    welcomePatient: {
      subject: 'Boas-vindas a {portal}',
      before: ['Sua conta em {portal} está pronta. Você pode entrar com o nome de usuário e a senha que escolheu.'],
      action: 'Abrir o portal',
      after: ['Se você não criou esta conta, ligue para nós.'],
    },
    welcomeRepresentative: {
      subject: 'Boas-vindas a {portal}',
      before: [
        'Sua conta em {portal} está pronta. Agora você pode agir em nome da pessoa que convidou você. Entre com o nome de usuário e a senha que escolheu.',
      ],
      action: 'Abrir o portal',
      after: ['Se você não criou esta conta, ligue para nós.'],
    },
    patientInvitation: {
      subject: 'Seu convite para {portal}',
      before: ['Convidamos você a criar sua própria conta em {portal}.'],
      action: 'Criar minha conta',
      after: ['O convite funciona por {days}. Não encaminhe esta mensagem.'],
    },
    representativeInvitation: {
      subject: '{inviterFirstName} convida você para {portal}',
      before: [
        '{inviterFirstName} convida você a agir por essa pessoa em {portal}.',
        'Você precisa de um PIN para aceitar. {inviterFirstName} vai dizer o PIN a você: ele não está nesta mensagem.',
      ],
      action: 'Aceitar o convite',
      after: ['O convite funciona por {days}. Se você não sabe quem o enviou, ignore esta mensagem.'],
    },
    invitationAccepted: {
      subject: 'Seu convite foi aceito',
      before: [
        'Uma pessoa que você convidou aceitou. A partir de agora, ela pode ver e fazer em {portal} o que você escolheu.',
        'Entre para ver quem é, mudar o que ela pode fazer ou encerrar o acesso.',
      ],
      action: 'Abrir o portal',
      after: ['Se você não convidou ninguém, entre e encerre o acesso, ou ligue para nós.'],
    },
    emailedLink: {
      subject: 'Há algo para você em {portal}',
      before: [
        'Um formulário espera por você em {portal}. Não é preciso senha: pediremos seu sobrenome e sua data de nascimento.',
      ],
      action: 'Abrir o formulário',
      after: ['O link funciona por {days}, até que você o tenha usado. Não encaminhe esta mensagem.'],
    },
    passwordChanged: {
      subject: 'Sua senha foi alterada',
      before: [
        'A senha da sua conta em {portal} acaba de ser alterada. A sessão foi encerrada nos outros dispositivos.',
        'Se foi você, não precisa fazer nada. Se não foi, escolha já uma nova senha e ligue para nós.',
      ],
      action: 'Redefinir minha senha',
      after: [],
    },
    emailCorrected: {
      subject: 'Alteramos o seu e-mail',
      before: [
        'A equipe da instituição alterou o e-mail da sua conta em {portal}. As mensagens sobre a sua conta não chegam mais a este endereço.',
        'Se você não pediu essa alteração, ligue para nós.',
      ],
      after: [],
    },
    messageForCareTeam: {
      subject: 'Mensagem de paciente para {provider}',
      before: ['Há uma mensagem de paciente para {provider}.'],
      after: [
        'Para responder, responda a este e-mail. O que você escrever será entregue com seu nome e seus arquivos; o que for citado, não.',
        'Não encaminhe este e-mail: as respostas a ele vão para quem escreveu a mensagem.',
      ],
    },
    alertRaised: {
      subject: 'Uma resposta precisa de atenção',
      before: [
        'Alguém deu em {portal} uma resposta que precisa de atenção. Número do alerta: {alerts}.',
        'Leia agora: npm run admin -- alerts show {numbers}',
        'Depois informe quem cuida dela: npm run admin -- alerts acknowledge {numbers} --by NOME',
      ],
      after: ['Para manter a privacidade, esta mensagem não diz mais nada.'],
    },
    alertReminder: {
      subject: 'Uma resposta ainda precisa de atenção',
      before: [
        'Ninguém informou ainda quem cuida de uma resposta em {portal}. Número do alerta: {alerts}.',
        'Leia agora: npm run admin -- alerts show {numbers}',
        'Depois informe quem cuida dela: npm run admin -- alerts acknowledge {numbers} --by NOME',
      ],
      after: ['Para manter a privacidade, esta mensagem não diz mais nada.'],
    },
    contactChangeAsked: {
      subject: 'Há uma mudança à sua espera',
      before: [
        'Alguém avisou em um tablet de {portal} que mudou o endereço, o telefone ou o e-mail.',
        'Veja a lista de mudanças, confirme com a pessoa e aceite ou recuse. Até lá, nada é alterado. Mudanças à espera: {waiting}.',
      ],
      after: [],
    },
    messagesUnopened: {
      subject: 'Há mensagens ainda não abertas',
      before: [
        'Mensagens em {portal} que ninguém abriu ainda: {messages}. O limite é de {days}, sem contar os dias de folga.',
        'Cuide para que sejam lidas e respondidas. Quem escreveu pode ver que você recebeu este aviso.',
      ],
      after: [],
    },
    emailChanged: {
      subject: 'Seu e-mail foi alterado',
      before: [
        'O endereço de e-mail da sua conta em {portal} acaba de ser alterado. As mensagens sobre sua conta não chegam mais a este endereço.',
        'Se foi você, não precisa fazer nada. Se não foi, desfaça a alteração com este botão e depois ligue para nós. O botão funciona por {days}.',
      ],
      action: 'Desfazer a alteração',
      after: [],
    },
    notice: {
      subject: 'Há algo novo no seu portal',
      before: [],
      action: 'Abrir o portal',
      after: [
        'Para ver o que é, entre na sua conta. Para proteger sua privacidade, esta mensagem não diz mais nada.',
        'Você recebe estas mensagens porque as escolheu em {portal}.',
      ],
    },
    noticeTest: {
      subject: 'Teste dos seus avisos',
      before: ['Os avisos de {portal} chegarão a este endereço.'],
      action: 'Escolher meus avisos',
      after: ['Você pediu este teste nas suas configurações.'],
    },
  },
  zh: {
    healthSummary: {
      subject: '发给您的健康摘要',
      before: [],
      after: [
        '摘要以两种形式附上：一个可用任何浏览器打开的网页，以及一个医疗机构的系统可以读取的文件。',
        '如果您并未期待此邮件，请将其删除：其中含有他人的私人健康信息。',
      ],
    },
    summaryNotDelivered: {
      subject: '您发送的内容未能送达',
      before: ['您从{portal}发送的内容未能送达。', '请核对收件地址后重新发送，或选择其他方式分享。'],
      action: '打开门户',
      after: [],
    },
    confirmEmail: {
      subject: '请确认您的电子邮箱',
      before: ['请确认此电子邮箱属于您在{portal}的账户。'],
      action: '确认我的电子邮箱',
      after: ['您需要登录。链接在 7 天内有效。', '如果您在{portal}没有账户，请忽略此电子邮件。'],
    },
    resetPassword: {
      subject: '重置您的密码',
      before: ['有人（可能是您本人）请求重置您在{portal}的账户密码。'],
      action: '设置新密码',
      after: ['链接只能使用一次，60 分钟内有效。', '如果不是您本人，无需任何操作：您的密码保持不变。'],
    },
    resetPasswordLocked: {
      subject: '重置您的密码',
      before: [
        '有人（可能是您本人）请求重置您在{portal}的账户密码。',
        '由于登录失败次数过多，您的账户已锁定 {minutes}。设置新密码后会立即解锁。',
      ],
      action: '设置新密码',
      after: ['链接只能使用一次，60 分钟内有效。', '如果不是您本人，无需任何操作：您的密码保持不变。'],
    },
    resetPasswordUnconfirmed: {
      subject: '您的密码未重置',
      before: [
        '有人（可能是您本人）请求重置您在{portal}的账户密码。',
        '此电子邮箱从未确认过。为了您的安全，我们只能将设置新密码的链接发送到已确认的电子邮箱。',
        '如果您无法登录，请致电我们。如果不是您本人，无需任何操作。',
      ],
      after: [],
    },
    forgottenUsername: {
      subject: '您的用户名',
      before: ['有人（可能是您本人）请求找回您在 {portal} 的账户用户名。', '您的用户名是：{userName}'],
      action: '打开门户',
      after: ['如果不是您本人，您无需采取任何操作。', '如需帮助，请致电我们：{phone}'],
    },
    welcomePatient: {
      subject: '欢迎使用{portal}',
      before: ['您在{portal}的账户已可使用。请用您设置的用户名和密码登录。'],
      action: '打开门户',
      after: ['如果您没有创建此账户，请致电我们。'],
    },
    welcomeRepresentative: {
      subject: '欢迎使用{portal}',
      before: ['您在{portal}的账户已可使用。现在您可以代表邀请您的人办理事务。请用您设置的用户名和密码登录。'],
      action: '打开门户',
      after: ['如果您没有创建此账户，请致电我们。'],
    },
    patientInvitation: {
      subject: '{portal}邀请您注册',
      before: ['我们邀请您在{portal}创建自己的账户。'],
      action: '创建我的账户',
      after: ['邀请在 {days}内有效。请勿转发此电子邮件。'],
    },
    representativeInvitation: {
      subject: '{inviterFirstName}邀请您使用{portal}',
      before: [
        '{inviterFirstName}希望您在{portal}代为办理事务。',
        '接受邀请需要 PIN 码。{inviterFirstName}会告诉您，它不在此电子邮件中。',
      ],
      action: '接受邀请',
      after: ['邀请在 {days}内有效。如果您不知道是谁发送的，请忽略此电子邮件。'],
    },
    invitationAccepted: {
      subject: '您的邀请已被接受',
      before: [
        '您邀请的一位人士已接受邀请。从现在起，对方可在{portal}查看和执行您为其选择的内容。',
        '请登录以查看对方是谁、更改其权限或结束其访问。',
      ],
      action: '打开门户',
      after: ['如果您没有邀请任何人，请登录并结束该访问，或致电我们。'],
    },
    emailedLink: {
      subject: '{portal}有一份内容等您查看',
      before: ['{portal}有一份表格等您填写。无需密码：我们会询问您的姓氏和出生日期。'],
      action: '打开表格',
      after: ['链接在 {days}内有效，使用后即失效。请勿转发此电子邮件。'],
    },
    passwordChanged: {
      subject: '您的密码已更改',
      before: [
        '您在{portal}的账户密码刚刚已更改。其他设备均已退出登录。',
        '如果是您本人，无需任何操作。如果不是，请立即设置新密码并致电我们。',
      ],
      action: '重置我的密码',
      after: [],
    },
    emailCorrected: {
      subject: '我们已更改您的电子邮箱',
      before: [
        '工作人员已更改您在{portal}的账户的电子邮箱。有关您账户的电子邮件不再发送到此地址。',
        '如果您没有要求更改，请致电我们。',
      ],
      after: [],
    },
    messageForCareTeam: {
      subject: '有患者给{provider}写信',
      before: ['有患者给{provider}发来消息。'],
      after: [
        '如需答复，请直接回复此电子邮件。您填写的内容将连同您的姓名和附件转达给患者，引用的原文不会转达。',
        '请勿转发此电子邮件：对它的回复会转达给患者。',
      ],
    },
    alertRaised: {
      subject: '有一项回答需要查看',
      before: [
        '有人在{portal}中给出了需要查看的回答。提醒编号：{alerts}。',
        '请立即查看：npm run admin -- alerts show {numbers}',
        '然后注明由谁负责：npm run admin -- alerts acknowledge {numbers} --by 姓名',
      ],
      after: ['为保护隐私，此邮件不包含更多内容。'],
    },
    alertReminder: {
      subject: '仍有回答需要查看',
      before: [
        '{portal}中有一项回答尚未注明由谁负责。提醒编号：{alerts}。',
        '请立即查看：npm run admin -- alerts show {numbers}',
        '然后注明由谁负责：npm run admin -- alerts acknowledge {numbers} --by 姓名',
      ],
      after: ['为保护隐私，此邮件不包含更多内容。'],
    },
    contactChangeAsked: {
      subject: '有一项变更等待您处理',
      before: [
        '有人在{portal}的平板电脑上告知其地址、电话或电子邮箱有变更。',
        '请查看变更列表，与本人核实后接受或拒绝。在此之前不会更改任何内容。待处理的变更数：{waiting}。',
      ],
      after: [],
    },
    messagesUnopened: {
      subject: '有消息等待打开',
      before: [
        '{portal}中尚无人打开的消息数：{messages}。时限为{days}（不含休息日）。',
        '请确保这些消息得到阅读和答复。发送者可以看到您已收到此提醒。',
      ],
      after: [],
    },
    emailChanged: {
      subject: '您的电子邮箱已更改',
      before: [
        '您在{portal}的账户的电子邮箱刚刚已更改。有关账户的电子邮件不再发送到此地址。',
        '如果是您本人操作，则无需理会。如果不是，请点击此按钮撤销更改，然后致电我们。此按钮在 {days}内有效。',
      ],
      action: '撤销更改',
      after: [],
    },
    notice: {
      subject: '您的门户有新内容',
      before: [],
      action: '打开门户',
      after: [
        '请登录查看。为保护您的隐私，此电子邮件不含更多内容。',
        '您收到此类电子邮件，是因为您在{portal}中选择了接收。',
      ],
    },
    noticeTest: {
      subject: '通知测试',
      before: ['来自{portal}的通知会发送到此电子邮箱。'],
      action: '选择我的通知',
      after: ['您在设置中请求了此测试。'],
    },
  },
};
