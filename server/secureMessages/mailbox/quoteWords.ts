import { languageCodes } from '@portal/api';
import { mailTexts } from '../../mail/texts.ts';

/* How mail programs (Outlook, Gmail, Apple Mail, Thunderbird, Yahoo, QQ) mark what they quote, in our five languages and in German. */

const line = (words: string): RegExp => new RegExp(`^[*\\s]*(?:${words})\\s?[*]?\\s?[:：]`, 'iu');

/** The lines that Outlook writes above a quoted mail, by their meaning. */
export const headerLines = {
  from: line('From|De|Von|发件人|寄件人'),
  date: line(
    'Sent|Date|Enviado(?: el)?|Enviada(?: em)?|Fecha|Envoyé(?: le)?|Data|Gesendet|Datum|发送时间|发送日期|日期|时间',
  ),
  to: line('To|Para|À|An|收件人'),
  subject: line('Subject|Asunto|Objet|Assunto|Betreff|主题'),
} as const;

/** "On … wrote:", joined into one line. */
export const attributions: readonly RegExp[] = [
  /^On\s.+\swrote\s?:$/iu,
  /^El\s.+\sescribió\s?:$/iu,
  /^Le\s.+\sa écrit\s?:$/iu,
  /^Em\s.+\sescreveu\s?:$/iu,
  /^Am\s.+\sschrieb\s?.*:$/iu,
  /^.+写道\s?[:：]$/u,
];
/** How such a line may begin if it continues on the next one. */
export const attributionStart = /^(?:On|El|Le|Em|Am)\s|^[在于於]|<|@/iu;
/** Each of these lines contains a date or a time. "As she wrote:" is not a quotation. */
export const attributionDate = /\d{4}|\d{1,2}\s?[:h]\s?\d{2}|\d{1,2}[/.-]\d{1,2}/u;

/** "-----Original Message-----" and similar lines. */
export const separator =
  /^[\s*]*-{2,}\s?(?:Original Message|Forwarded message|Mensaje original|Mensaje reenviado|Message d[’']origine|Message original|Message transféré|Mensagem original|Mensagem encaminhada|Ursprüngliche Nachricht|原始邮件|转发的?邮件|邮件原件)\s?-{2,}[\s*]*$/iu;
export const forwarded =
  /^(?:Begin forwarded message|Inicio del mensaje reenviado|Début du message transféré|Início da mensagem encaminhada|开始转发的邮件|下面是被转发的邮件)\s?[:：]$/iu;

/** Lines that telephones add below a mail. */
export const deviceLine =
  /^(?:(?:Sent (?:from|with)|Enviado (?:desde|do|pelo|com)|Envoyé (?:de|depuis|avec|à partir d)|发自|從我的|从我的).{0,60}|(?:Get|Obtener|Télécharge[rz]|Obter|Obtenha)\s.{0,3}Outlook.{0,60}|获取.{0,3}Outlook.{0,60})$/iu;

/** Our own line above the message, in all languages, because the mail may have been in any of them. */
export const answerAbove: readonly string[] = languageCodes.map((language) => mailTexts[language].careTeam.answerAbove);
