import type { LanguageCode } from '@portal/api';

/** What the file to keep says around a document. What stands in braces is filled in. */
export interface FileWords {
  readonly about: string;
  readonly patient: string;
  readonly born: string;
  readonly gender: string;
  readonly address: string;
  readonly reach: string;
  readonly spoken: string;
  readonly date: string;
  readonly madeBy: string;
  readonly covers: string;
  readonly fromTo: string;
  readonly from: string;
  readonly until: string;
  readonly keptBy: string;
  readonly visit: string;
  readonly careTeam: string;
  readonly others: string;
  readonly contents: string;
  readonly unchanged: string;
}

export const fileWords: Readonly<Record<LanguageCode, FileWords>> = {
  en: {
    about: 'About this document',
    patient: 'Patient',
    born: 'Born',
    gender: 'Gender',
    address: 'Address',
    reach: 'Phone and email',
    spoken: 'Language',
    date: 'Date',
    madeBy: 'Made by',
    covers: 'Covers',
    fromTo: '{from} to {to}',
    from: 'From {from}',
    until: 'Until {to}',
    keptBy: 'Kept by',
    visit: 'Visit',
    careTeam: 'Care team',
    others: 'Other people named',
    contents: 'In this document',
    unchanged:
      'The words are those of the document, unchanged and in its own language. Pictures and links in it are not loaded from other places.',
  },
  es: {
    about: 'Sobre este documento',
    patient: 'Paciente',
    born: 'Fecha de nacimiento',
    gender: 'Género',
    address: 'Dirección',
    reach: 'Teléfono y correo electrónico',
    spoken: 'Idioma',
    date: 'Fecha',
    madeBy: 'Hecho por',
    covers: 'Abarca',
    fromTo: 'Del {from} al {to}',
    from: 'Desde el {from}',
    until: 'Hasta el {to}',
    keptBy: 'Lo conserva',
    visit: 'Consulta',
    careTeam: 'Equipo de atención',
    others: 'Otras personas mencionadas',
    contents: 'En este documento',
    unchanged:
      'Las palabras son las del documento, sin cambios y en su propio idioma. Sus imágenes y enlaces no se cargan de otros lugares.',
  },
  fr: {
    about: 'À propos de ce document',
    patient: 'Personne soignée',
    born: 'Date de naissance',
    gender: 'Genre',
    address: 'Adresse',
    reach: 'Téléphone et courriel',
    spoken: 'Langue',
    date: 'Date',
    madeBy: 'Produit par',
    covers: 'Période',
    fromTo: 'Du {from} au {to}',
    from: 'À partir du {from}',
    until: 'Jusqu’au {to}',
    keptBy: 'Conservé par',
    visit: 'Consultation',
    careTeam: 'Équipe de soins',
    others: 'Autres personnes nommées',
    contents: 'Dans ce document',
    unchanged:
      'Les mots sont ceux du document, inchangés et dans sa propre langue. Ses images et ses liens ne sont pas chargés d’ailleurs.',
  },
  pt: {
    about: 'Sobre este documento',
    patient: 'Paciente',
    born: 'Data de nascimento',
    gender: 'Gênero',
    address: 'Endereço',
    reach: 'Telefone e e-mail',
    spoken: 'Idioma',
    date: 'Data',
    madeBy: 'Feito por',
    covers: 'Abrange',
    fromTo: 'De {from} a {to}',
    from: 'A partir de {from}',
    until: 'Até {to}',
    keptBy: 'Guardado por',
    visit: 'Consulta',
    careTeam: 'Equipe de cuidados',
    others: 'Outras pessoas citadas',
    contents: 'Neste documento',
    unchanged:
      'As palavras são as do documento, sem alterações e no idioma dele. As imagens e os links dele não são carregados de outros lugares.',
  },
  zh: {
    about: '关于这份文档',
    patient: '患者',
    born: '出生日期',
    gender: '性别',
    address: '地址',
    reach: '电话和电子邮件',
    spoken: '语言',
    date: '日期',
    madeBy: '编写者',
    covers: '涵盖时间',
    fromTo: '{from}至{to}',
    from: '{from}起',
    until: '至{to}',
    keptBy: '保管方',
    visit: '就诊',
    careTeam: '护理团队',
    others: '文中提到的其他人',
    contents: '文档内容',
    unchanged: '文字均为文档原文，未作改动，并保留其原有语言。其中的图片和链接不会从其他地方载入。',
  },
};
