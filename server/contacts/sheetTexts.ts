import type { LanguageCode } from '@portal/api';

/** The words of the printed PIN. `{portal}` and `{day}` are filled in. */
export interface SheetTexts {
  readonly title: string;
  readonly intro: string;
  readonly pin: string;
  readonly how: string;
  readonly steps: readonly string[];
  readonly notes: readonly string[];
}

export const sheetTexts: Readonly<Record<LanguageCode, SheetTexts>> = {
  en: {
    title: 'PIN for your invitation',
    intro: 'You were invited to act for someone at {portal}. You need this PIN to accept.',
    pin: 'PIN',
    how: 'How to use it',
    steps: [
      'Open the invitation that {portal} has sent to you by email.',
      'Follow its link. The page asks for your PIN.',
      'Type the PIN. Then choose a username and a password, or use an account that you already have.',
    ],
    notes: [
      'The PIN works until {day}, for one account. After five wrong tries, wait until the next day or ask for a new invitation.',
      'Keep this page to yourself, and destroy it once you have accepted.',
    ],
  },
  es: {
    title: 'PIN de su invitación',
    intro: 'Recibió una invitación para actuar en nombre de otra persona en {portal}. Necesita este PIN para aceptar.',
    pin: 'PIN',
    how: 'Cómo usarlo',
    steps: [
      'Abra la invitación que {portal} le envió por correo electrónico.',
      'Siga el enlace. La página le pedirá el PIN.',
      'Escriba el PIN. Luego elija un nombre de usuario y una contraseña, o use una cuenta que ya tenga.',
    ],
    notes: [
      'El PIN funciona hasta el {day}, para una sola cuenta. Después de cinco intentos fallidos, espere al día siguiente o pida una invitación nueva.',
      'Guarde esta hoja solo para usted y destrúyala cuando haya aceptado.',
    ],
  },
  fr: {
    title: 'NIP de votre invitation',
    intro:
      'Vous avez reçu une invitation à agir au nom d’une autre personne à {portal}. Ce NIP est nécessaire pour accepter.',
    pin: 'NIP',
    how: 'Comment l’utiliser',
    steps: [
      'Ouvrez l’invitation que {portal} vous a envoyée par courriel.',
      'Suivez le lien. La page vous demandera le NIP.',
      'Saisissez le NIP. Choisissez ensuite un nom d’utilisateur et un mot de passe, ou utilisez un compte que vous avez déjà.',
    ],
    notes: [
      'Le NIP fonctionne jusqu’au {day}, pour un seul compte. Après cinq essais infructueux, attendez le lendemain ou demandez une nouvelle invitation.',
      'Gardez cette page pour vous et détruisez-la une fois l’invitation acceptée.',
    ],
  },
  pt: {
    title: 'PIN do seu convite',
    intro: 'Você recebeu um convite para agir em nome de outra pessoa em {portal}. Este PIN é necessário para aceitar.',
    pin: 'PIN',
    how: 'Como usar',
    steps: [
      'Abra o convite que {portal} enviou para você por e-mail.',
      'Siga o link. A página pedirá o PIN.',
      'Digite o PIN. Depois escolha um nome de usuário e uma senha, ou use uma conta que você já tenha.',
    ],
    notes: [
      'O PIN funciona até {day}, para uma única conta. Depois de cinco tentativas erradas, espere até o dia seguinte ou peça um novo convite.',
      'Guarde esta folha só para você e destrua-a depois de aceitar.',
    ],
  },
  zh: {
    title: '您的邀请 PIN 码',
    intro: '有人邀请您在{portal}代其办理事务。您需要此 PIN 码才能接受邀请。',
    pin: 'PIN 码',
    how: '使用方法',
    steps: [
      '打开{portal}发给您的邀请电子邮件。',
      '点击电子邮件中的链接，页面会要求您输入 PIN 码。',
      '输入 PIN 码，然后设置用户名和密码，或使用您已有的账户。',
    ],
    notes: [
      'PIN 码在{day}之前有效，仅可用于一个账户。输错五次后，请等到第二天，或索取新的邀请。',
      '请妥善保管本页，接受邀请后请将其销毁。',
    ],
  },
};
