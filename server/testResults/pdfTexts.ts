import { type AbsentMeaning, type LanguageCode, flagMeaning } from '@portal/api';

/** The words of a printed result. `{…}` is filled in. Where the page has the same words, they read alike. */
export interface PdfTexts {
  readonly title: string;
  readonly born: string;
  readonly recordNumber: string;
  readonly printed: string;
  readonly page: string;
  readonly collected: string;
  readonly orderedBy: string;
  readonly lab: string;
  readonly remarks: string;
  readonly test: string;
  readonly result: string;
  readonly units: string;
  readonly range: string;
  readonly flag: string;
  readonly comment: string;
  readonly notKnown: string;
  readonly notGiven: string;
  readonly cancelled: string;
  readonly yes: string;
  readonly no: string;
  readonly criticalHigh: string;
  readonly criticalLow: string;
  readonly critical: string;
  readonly high: string;
  readonly low: string;
  readonly outside: string;
  readonly asSent: string;
  readonly preliminary: string;
  readonly corrected: string;
  readonly correctedFrom: string;
  readonly absent: Readonly<Record<AbsentMeaning, string>>;
}

export const pdfTexts: Readonly<Record<LanguageCode, PdfTexts>> = {
  en: {
    title: 'Test results',
    born: 'born {date}',
    recordNumber: 'record number {number}',
    printed: 'printed {when}',
    page: 'Page {page} of {pages}',
    collected: 'Date Collected',
    orderedBy: 'Ordered by',
    lab: 'Lab',
    remarks: 'Remarks',
    test: 'Test',
    result: 'Result',
    units: 'Units',
    range: 'Reference range',
    flag: 'Flag',
    comment: 'Comment',
    notKnown: 'Not known',
    notGiven: 'Not given',
    cancelled: 'Cancelled',
    yes: 'Yes',
    no: 'No',
    criticalHigh: 'Critical, high',
    criticalLow: 'Critical, low',
    critical: 'Critical',
    high: 'High',
    low: 'Low',
    outside: 'Outside the range',
    asSent: '“{flag}”',
    preliminary: 'Preliminary',
    corrected: 'Corrected on {date}',
    correctedFrom: 'Corrected. First given as {value}.',
    absent: {
      said: 'The laboratory sent no value: “{reason}”.',
      notDone: 'The laboratory did not do this test.',
      failed: 'This test did not work, so there is no value.',
      withheld: 'The laboratory does not share this value here.',
      unsupported: 'We cannot show this value here. Ask your care team for it.',
    },
  },
  es: {
    title: 'Resultados de pruebas',
    born: 'nacimiento: {date}',
    recordNumber: 'expediente {number}',
    printed: 'impreso: {when}',
    page: 'Página {page} de {pages}',
    collected: 'Fecha de la muestra',
    orderedBy: 'Solicitado por',
    lab: 'Laboratorio',
    remarks: 'Observaciones',
    test: 'Prueba',
    result: 'Resultado',
    units: 'Unidades',
    range: 'Valores de referencia',
    flag: 'Indicación',
    comment: 'Comentario',
    notKnown: 'No se sabe',
    notGiven: 'Sin dato',
    cancelled: 'Cancelado',
    yes: 'Sí',
    no: 'No',
    criticalHigh: 'Crítico, alto',
    criticalLow: 'Crítico, bajo',
    critical: 'Crítico',
    high: 'Alto',
    low: 'Bajo',
    outside: 'Fuera de rango',
    asSent: '“{flag}”',
    preliminary: 'Preliminar',
    corrected: 'Corregido el {date}',
    correctedFrom: 'Corregido. El primer valor fue {value}.',
    absent: {
      said: 'El laboratorio no envió ningún valor: “{reason}”.',
      notDone: 'El laboratorio no hizo esta prueba.',
      failed: 'La prueba no funcionó y por eso no hay valor.',
      withheld: 'El laboratorio no comparte este valor aquí.',
      unsupported: 'No podemos mostrar este valor aquí. Pídalo a su equipo médico.',
    },
  },
  fr: {
    title: 'Résultats d’analyses',
    born: 'date de naissance : {date}',
    recordNumber: 'numéro de dossier {number}',
    printed: 'imprimé le {when}',
    page: 'Page {page} de {pages}',
    collected: 'Date du prélèvement',
    orderedBy: 'Prescrit par',
    lab: 'Laboratoire',
    remarks: 'Remarques',
    test: 'Analyse',
    result: 'Résultat',
    units: 'Unités',
    range: 'Valeurs de référence',
    flag: 'Indication',
    comment: 'Commentaire',
    notKnown: 'Non connu',
    notGiven: 'Non fourni',
    cancelled: 'Annulé',
    yes: 'Oui',
    no: 'Non',
    criticalHigh: 'Critique, élevé',
    criticalLow: 'Critique, bas',
    critical: 'Critique',
    high: 'Élevé',
    low: 'Bas',
    outside: 'Hors des valeurs',
    asSent: '« {flag} »',
    preliminary: 'Préliminaire',
    corrected: 'Corrigé le {date}',
    correctedFrom: 'Corrigé. Première valeur donnée\u00a0: {value}.',
    absent: {
      said: 'Le laboratoire n’a envoyé aucune valeur\u00a0: «\u00a0{reason}\u00a0».',
      notDone: 'Le laboratoire n’a pas fait cette analyse.',
      failed: 'Cette analyse n’a pas fonctionné, il n’y a donc pas de valeur.',
      withheld: 'Le laboratoire ne communique pas cette valeur ici.',
      unsupported: 'Nous ne pouvons pas montrer cette valeur ici. Demandez-la à votre équipe de soins.',
    },
  },
  pt: {
    title: 'Resultados de exames',
    born: 'nascimento: {date}',
    recordNumber: 'prontuário {number}',
    printed: 'impresso em {when}',
    page: 'Página {page} de {pages}',
    collected: 'Data da coleta',
    orderedBy: 'Pedido por',
    lab: 'Laboratório',
    remarks: 'Observações',
    test: 'Exame',
    result: 'Resultado',
    units: 'Medida',
    range: 'Valores de referência',
    flag: 'Indicação',
    comment: 'Comentário',
    notKnown: 'Não se sabe',
    notGiven: 'Não informado',
    cancelled: 'Cancelado',
    yes: 'Sim',
    no: 'Não',
    criticalHigh: 'Crítico, alto',
    criticalLow: 'Crítico, baixo',
    critical: 'Crítico',
    high: 'Alto',
    low: 'Baixo',
    outside: 'Fora dos valores',
    asSent: '“{flag}”',
    preliminary: 'Preliminar',
    corrected: 'Corrigido em {date}',
    correctedFrom: 'Corrigido. O primeiro valor foi {value}.',
    absent: {
      said: 'O laboratório não enviou nenhum valor: “{reason}”.',
      notDone: 'O laboratório não fez este exame.',
      failed: 'O exame não funcionou e por isso não há valor.',
      withheld: 'O laboratório não mostra este valor aqui.',
      unsupported: 'Não conseguimos mostrar este valor aqui. Peça à sua equipe de cuidados.',
    },
  },
  zh: {
    title: '检验结果',
    born: '出生日期：{date}',
    recordNumber: '病历号：{number}',
    printed: '打印时间：{when}',
    page: '第 {page} 页，共 {pages} 页',
    collected: '采集日期',
    orderedBy: '开单医生',
    lab: '实验室',
    remarks: '备注',
    test: '检验项目',
    result: '结果',
    units: '单位',
    range: '参考范围',
    flag: '标记',
    comment: '说明',
    notKnown: '未知',
    notGiven: '未提供',
    cancelled: '已取消',
    yes: '是',
    no: '否',
    criticalHigh: '危急，偏高',
    criticalLow: '危急，偏低',
    critical: '危急',
    high: '偏高',
    low: '偏低',
    outside: '超出范围',
    asSent: '“{flag}”',
    preliminary: '初步结果',
    corrected: '{date} 更正',
    correctedFrom: '已更正。最初的结果为 {value}。',
    absent: {
      said: '实验室未发送数值：“{reason}”。',
      notDone: '实验室未做此项检验。',
      failed: '此项检验未成功，因此没有数值。',
      withheld: '实验室不在此处提供该数值。',
      unsupported: '此处无法显示该数值，请向您的医疗团队询问。',
    },
  },
};

/** Fills `{name}` in. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** A flag in words; one that we do not know is quoted. */
export function flagWords(texts: PdfTexts, flag: string | null): string {
  const meaning = flagMeaning(flag);
  switch (meaning?.kind) {
    case undefined:
    case 'inside':
      return '';
    case 'asSent':
      return fill(texts.asSent, { flag: flag ?? '' });
    case 'critical':
      return meaning.side === 'high' ? texts.criticalHigh : meaning.side === 'low' ? texts.criticalLow : texts.critical;
    case 'outside':
      return texts[meaning.side ?? 'outside'];
  }
}
