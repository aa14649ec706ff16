import { type LanguageCode, languageCodes } from '@portal/api';

/** Names for the roles of people in a header, for documents without words of their own: English, Spanish, French, Portuguese, Chinese. */
const table = `
Data enterer | entered the data | ingresó los datos | a saisi les données | registrou os dados | 数据录入者
Informant | gave information | dio información | a fourni des renseignements | forneceu informações | 信息提供者
Information recipient | receives this document | recibe este documento | reçoit ce document | recebe este documento | 文档接收者
Legal authenticator | signed the document | firmó el documento | a signé le document | assinou o documento | 文档签署者
Authenticator | confirmed the document | confirmó el documento | a confirmé le document | confirmou o documento | 文档确认者
Next of kin | next of kin | familiar más cercano | plus proche parent | parente mais próximo | 近亲
Emergency contact | emergency contact | contacto de emergencia | personne à joindre en cas d’urgence | contato de emergência | 紧急联系人
Guardian | guardian | tutela legal | tutelle | responsável legal | 监护人
Guarantor | pays the costs | responsable del pago | répond des frais | responsável pelo pagamento | 费用担保人
Caregiver | caregiver | da cuidados en casa | donne des soins à la maison | presta cuidados em casa | 照护者
Agent | acts for the patient | actúa en nombre del paciente o de la paciente | agit au nom de la personne | age em nome do paciente ou da paciente | 代理人
Personal relationship | personal contact | contacto personal | contact personnel | contato pessoal | 个人关系
Policy holder | holds the insurance | titular del seguro | titulaire de l’assurance | titular do seguro | 投保人
Payer | insurance | aseguradora | assureur | seguradora | 保险方
`;

const roles = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [role = '', ...words] = line.split(' | ');
      return [role, words] as const;
    }),
);

/** The role in the reader's language. A document's own words stay unchanged. */
export const roleWords = (role: string, language: LanguageCode): string =>
  roles.get(role)?.[languageCodes.indexOf(language)] ?? role;
