import type { LanguageCode } from '@portal/api';

/** What a mail with a health summary says around the patient's words. What stands in braces is filled in. */
interface SummaryText {
  readonly fromPatient: string;
  readonly forPatient: string;
  /** Before the message that goes along. */
  readonly message: string;
  /** Where answers reach whoever sent it. */
  readonly footer: string;
}

export const summaryTexts: Readonly<Record<LanguageCode, SummaryText>> = {
  en: {
    fromPatient: '{patient} is sending you their health summary.',
    forPatient: '{writer} is sending you the health summary of {patient}, on their behalf.',
    message: 'Their message:',
    footer: '{portal} sent this message for {sender}. Replies go to {sender}.',
  },
  es: {
    fromPatient: '{patient} le envía su resumen de salud.',
    forPatient: '{writer} le envía el resumen de salud de {patient}, en su nombre.',
    message: 'Su mensaje:',
    footer: 'Este mensaje se envió desde {portal} a nombre de {sender}. Las respuestas le llegan a {sender}.',
  },
  fr: {
    fromPatient: '{patient} vous envoie son sommaire de santé.',
    forPatient: '{writer} vous envoie le sommaire de santé de {patient}, en son nom.',
    message: 'Son message :',
    footer: 'Ce message a été envoyé à partir de {portal} au nom de {sender}. Les réponses sont remises à {sender}.',
  },
  pt: {
    fromPatient: '{patient} está enviando a você o próprio resumo de saúde.',
    forPatient: '{writer} está enviando a você o resumo de saúde de {patient}, em nome dessa pessoa.',
    message: 'A mensagem:',
    footer: 'Esta mensagem foi enviada por {portal} em nome de {sender}. As respostas vão para {sender}.',
  },
  zh: {
    fromPatient: '{patient}向您发送了自己的健康摘要。',
    forPatient: '{writer}代表{patient}向您发送了{patient}的健康摘要。',
    message: '附言：',
    footer: '此邮件由{sender}通过{portal}发送。回复将送达{sender}。',
  },
};
