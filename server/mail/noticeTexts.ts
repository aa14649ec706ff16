import type { LanguageCode } from '@portal/api';

/** What a notice says of one kind of thing: no more than that it is there. */
export const noticeTopics = [
  'appointment',
  'followUp',
  'secureMessage',
  'questionnaire',
  'questionnaireAgain',
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** What notices say, the same in mails and text messages. `{portal}`, `{topics}`, `{link}` and `{stopLink}` are filled in. */
interface NoticeText {
  readonly topics: Readonly<Record<NoticeTopic, string>>;
  /** Between two sentences. */
  readonly space: string;
  /** Label of the link in a mail. */
  readonly stop: string;
  readonly textMessage: string;
  readonly textTest: string;
}

/** Mails and text messages name no appointment and no questionnaire: who looks over a shoulder learns of a visit and a form. */
export const noticeTexts: Readonly<Record<LanguageCode, NoticeText>> = {
  en: {
    topics: {
      appointment: 'You have a visit coming up.',
      followUp: 'Something in your plan is coming up.',
      secureMessage: 'You have a new message.',
      questionnaire: 'There is a new form for you to fill in.',
      questionnaireAgain: 'A form is still waiting for you.',
    },
    space: ' ',
    stop: 'Stop these messages',
    textMessage: '{portal}: {topics} {link}\nStop these texts: {stopLink}',
    textTest: '{portal}: This is a test. Your text messages arrive. {link}',
  },
  es: {
    topics: {
      appointment: 'Se acerca una visita.',
      followUp: 'Se acerca algo de su plan.',
      secureMessage: 'Tiene un mensaje nuevo.',
      questionnaire: 'Hay un formulario nuevo para llenar.',
      questionnaireAgain: 'Un formulario le sigue esperando.',
    },
    space: ' ',
    stop: 'Dejar de recibir estos mensajes',
    textMessage: '{portal}: {topics} {link}\nDejar de recibir: {stopLink}',
    textTest: '{portal}: Esta es una prueba. Sus mensajes de texto llegan. {link}',
  },
  fr: {
    topics: {
      appointment: 'Une visite approche.',
      followUp: 'Une étape de votre plan approche.',
      secureMessage: 'Vous avez un nouveau message.',
      questionnaire: 'Un nouveau formulaire est à remplir.',
      questionnaireAgain: 'Un formulaire vous attend toujours.',
    },
    space: ' ',
    stop: 'Ne plus recevoir ces messages',
    textMessage: '{portal}\u00a0: {topics} {link}\nNe plus recevoir\u00a0: {stopLink}',
    textTest: '{portal}\u00a0: Ceci est un essai. Vos messages texte arrivent. {link}',
  },
  pt: {
    topics: {
      appointment: 'Você tem uma visita em breve.',
      followUp: 'Uma etapa do seu plano está chegando.',
      secureMessage: 'Você tem uma nova mensagem.',
      questionnaire: 'Há um novo formulário para preencher.',
      questionnaireAgain: 'Um formulário ainda espera por você.',
    },
    space: ' ',
    stop: 'Parar de receber estas mensagens',
    textMessage: '{portal}: {topics} {link}\nParar de receber: {stopLink}',
    textTest: '{portal}: Este é um teste. Suas mensagens de texto chegam. {link}',
  },
  zh: {
    topics: {
      appointment: '您有即将到来的预约。',
      followUp: '您的计划中有事项即将到来。',
      secureMessage: '您有一条新消息。',
      questionnaire: '有一份新表格等您填写。',
      questionnaireAgain: '仍有一份表格等您填写。',
    },
    space: '',
    stop: '停止接收此类消息',
    textMessage: '{portal}：{topics} {link}\n停止接收：{stopLink}',
    textTest: '{portal}：这是一条测试短信。您可以正常收到短信。 {link}',
  },
};
