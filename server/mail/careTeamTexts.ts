import type { LanguageCode } from '@portal/api';

/** What a mail to a care team says around a patient's message. What stands in braces is filled in. */
interface CareTeamText {
  /** First in the mail: whatever a mail program leaves below it in a reply is quoted. */
  readonly answerAbove: string;
  /** Where the facility does not let mails carry messages. */
  readonly withheld: string;
  readonly patient: string;
  readonly writtenBy: string;
  readonly subject: string;
  readonly footer: string;
}

export const careTeamTexts: Readonly<Record<LanguageCode, CareTeamText>> = {
  en: {
    answerAbove: '––– Please write your answer above this line –––',
    withheld:
      'To keep it private, the message is not in this email. Read it the way your facility has set up for that.',
    patient: 'Patient: {patient}',
    writtenBy: 'Written by: {writer}',
    subject: 'Subject: {subject}',
    footer: 'This is an automatic message from {portal}. Replies to it go to the patient.',
  },
  es: {
    answerAbove: '––– Escriba su respuesta arriba de esta línea –––',
    withheld:
      'Por privacidad, el mensaje no está en este correo electrónico. Léalo de la manera que su institución haya dispuesto.',
    patient: 'Paciente: {patient}',
    writtenBy: 'Escrito por: {writer}',
    subject: 'Asunto: {subject}',
    footer: 'Este es un mensaje automático de {portal}. Las respuestas le llegan a quien escribió el mensaje.',
  },
  fr: {
    answerAbove: '––– Veuillez écrire votre réponse au-dessus de cette ligne –––',
    withheld:
      'Par souci de confidentialité, le message ne figure pas dans ce courriel. Lisez-le de la façon prévue par votre établissement.',
    patient: 'Personne soignée : {patient}',
    writtenBy: 'Écrit par : {writer}',
    subject: 'Objet : {subject}',
    footer: 'Ceci est un message automatique de {portal}. Les réponses sont remises à la personne qui a écrit.',
  },
  pt: {
    answerAbove: '––– Escreva sua resposta acima desta linha –––',
    withheld:
      'Para manter a privacidade, a mensagem não está neste e-mail. Leia-a da forma definida pela sua instituição.',
    patient: 'Paciente: {patient}',
    writtenBy: 'Escrita por: {writer}',
    subject: 'Assunto: {subject}',
    footer: 'Esta é uma mensagem automática de {portal}. As respostas vão para quem escreveu a mensagem.',
  },
  zh: {
    answerAbove: '––– 请在此行上方填写您的答复 –––',
    withheld: '为保护隐私，此电子邮件中不包含消息内容。请按照贵机构规定的方式查看。',
    patient: '患者：{patient}',
    writtenBy: '代写人：{writer}',
    subject: '主题：{subject}',
    footer: '这是{portal}自动发送的电子邮件。您的回复将转达给患者。',
  },
};
