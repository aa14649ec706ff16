import { type LanguageCode, readRecordDate, recordDateText, languageCodes } from '@portal/api';
import { escapeHtml } from '../../../html/escapeHtml.ts';
import { locales } from '../../../process/locales.ts';
import type { DocumentHeader, DocumentTree, Party } from '../tree.ts';
import { fileStyle } from './fileStyle.ts';
import { languageOf, renderDocument } from './render.ts';
import { documentWords, fileWords } from './words.ts';
import { fillText } from '../../../html/fillText.ts';
import { attributesOf, ourText, ourWords } from './write.ts';

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
const roleWords = (role: string, language: LanguageCode): string =>
  roles.get(role)?.[languageCodes.indexOf(language)] ?? role;

/** The day of a date in the document, in the time zone of its writers, because a downloaded file has no other time zone. */
function dayText(date: string | null, language: LanguageCode): string | null {
  if (date === null) return null;
  const day = readRecordDate(date.slice(0, 10));
  return day === null ? date : recordDateText(locales[language], day, 'UTC');
}

function periodText(from: string | null, to: string | null, language: LanguageCode): string | null {
  const words = fileWords[language];
  const [first, last] = [dayText(from, language), dayText(to, language)];
  if (first === null) return last === null ? null : fillText(language, words.until, { to: last });
  if (last === null) return fillText(language, words.from, { from: first });
  return first === last ? first : fillText(language, words.fromTo, { from: first, to: last });
}

const languageName = (tag: string, language: LanguageCode): string => {
  try {
    return new Intl.DisplayNames(locales[language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

const partyText = ({ name, organization, role, address, telecoms }: Party, language: LanguageCode): string => {
  const who = [name, organization].filter((part) => part !== null).join(', ');
  const known = role === null ? null : roleWords(role, language);
  const isSaid = known !== null && who !== '';
  return [isSaid ? `${who} (${known})` : who || known, address, ...telecoms].filter((part) => part).join(', ');
};

/** The details of the document's header, without repeats and without empty lines. */
function aboutHtml(header: DocumentHeader, language: LanguageCode): string {
  const words = fileWords[language];
  const parties = (all: readonly Party[]) => [...new Set(all.map((party) => partyText(party, language)))];
  const { patient, visit } = header;
  const seen =
    visit === null ? [] : [visit.visitType, periodText(visit.date, visit.end, language), visit.provider, visit.place];
  const rows: readonly (readonly [label: string, values: readonly (string | null)[]])[] = [
    [words.patient, [patient.name]],
    [words.born, [dayText(patient.birthDate, language)]],
    [words.gender, [patient.gender]],
    [words.address, [patient.address]],
    [words.reach, patient.telecoms],
    [words.spoken, [patient.language === null ? null : languageName(patient.language, language)]],
    [words.date, [dayText(header.date, language)]],
    [words.covers, [periodText(header.periodStart, header.periodEnd, language)]],
    [words.madeBy, parties(header.authors)],
    [words.keptBy, header.custodian === null ? [] : parties([header.custodian])],
    [words.visit, [seen.filter((part) => part !== null).join(', ')]],
    [words.careTeam, parties(header.careTeam)],
    [words.others, parties(header.participants)],
  ];
  const html = rows.map(([label, values]) => {
    const said = values.filter((value): value is string => value !== null && value !== '');
    if (said.length === 0) return '';
    return `<dt>${escapeHtml(label)}</dt>${said.map((value) => `<dd><bdi>${escapeHtml(value)}</bdi></dd>`).join('')}`;
  });
  return `<section class="card" aria-label="${escapeHtml(words.about)}"><dl>${html.join('')}</dl></section>`;
}

/** A document as one HTML file for download, without scripts and without anything loaded from elsewhere. */
export function singleFile(tree: DocumentTree, language: LanguageCode): string {
  const { header } = tree;
  const words = fileWords[language];
  const lang = languageOf(tree);
  const { html, sections } = renderDocument(tree, language);
  const links = sections.map(
    ({ id, title }) => `<li><a href="#${id}"${attributesOf({ lang })}><bdi>${escapeHtml(title)}</bdi></a></li>`,
  );
  const contents =
    links.length < 2
      ? ''
      : `<nav class="card" aria-labelledby="contents"><h2 id="contents">${escapeHtml(words.contents)}</h2><ol>${links.join('')}</ol></nav>`;
  const type = header.typeName === null || header.typeName === header.title ? '' : header.typeName;
  const body = html ?? ourText(ourWords(language, lang), 'p', 'empty', documentWords[language].pdf);
  return `<!doctype html>
<html lang="${locales[language]}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(header.title)}</title>
<style>${fileStyle}</style>
</head>
<body>
<header>${type === '' ? '' : `<p class="small muted"${attributesOf({ lang })}><bdi>${escapeHtml(type)}</bdi></p>`}
<h1${attributesOf({ lang })}><bdi>${escapeHtml(header.title)}</bdi></h1></header>
<main>
${aboutHtml(header, language)}
${contents}
${body}
</main>
<footer><p class="unchanged">${escapeHtml(words.unchanged)}</p></footer>
</body>
</html>
`;
}
