import type { LanguageCode } from '@portal/api';

/** What stands beside the words of a document. What stands in braces is filled in. */
export interface DocumentWords {
  readonly entries: { readonly one: string; readonly other: string };
  readonly noText: string;
  readonly emptySection: string;
  readonly onlyCodes: string;
  readonly noInformation: string;
  readonly masked: string;
  readonly notAsked: string;
  readonly notApplicable: string;
  readonly untitled: string;
  readonly footnote: string;
  readonly footnotes: string;
  readonly back: string;
  readonly missingNote: string;
  readonly wideTable: string;
  readonly picture: string;
  readonly pictureElsewhere: string;
  readonly pictureKind: string;
  readonly pictureAbsent: string;
  readonly pictureRepeated: string;
  readonly region: string;
  readonly elsewhere: string;
  readonly address: string;
  readonly otherKind: string;
  readonly pdf: string;
}

export const documentWords: Readonly<Record<LanguageCode, DocumentWords>> = {
  en: {
    entries: { one: '{count} entry', other: '{count} entries' },
    noText: 'no text',
    emptySection: 'This section of the document is empty. Nothing is left out.',
    onlyCodes: 'This section has no text to read. What it says is written in codes for computers.',
    noInformation: 'The document says that it has no information for this section.',
    masked: 'The document says that this section is kept private.',
    notAsked: 'The document says that nobody asked about this.',
    notApplicable: 'The document says that this section does not apply.',
    untitled: 'Section without a title',
    footnote: 'Footnote {number}',
    footnotes: 'Footnotes',
    back: 'Back to footnote {number} in the text',
    missingNote: 'This footnote is not in the document.',
    wideTable: 'Table {number}, {section}. If it is too wide, slide it sideways or use the arrow keys.',
    picture: 'Picture in the document',
    pictureElsewhere: 'A picture belongs here. It is stored somewhere else and is not loaded.',
    pictureKind: 'A picture belongs here. It is of a kind that cannot be shown.',
    pictureAbsent: 'A picture belongs here, but it is not in the document.',
    pictureRepeated: 'The same picture as above belongs here.',
    region: 'The document marks one part of this picture. The mark is not drawn here.',
    elsewhere: 'The text is not in this document. It is stored somewhere else, and nothing is loaded from there.',
    address: 'Where it is stored:',
    otherKind: 'This document holds a file of a kind that cannot be shown here: {type}.',
    pdf: 'This document is a PDF, which cannot be shown in this file.',
  },
  es: {
    entries: { one: '{count} registro', other: '{count} registros' },
    noText: 'sin texto',
    emptySection: 'Esta sección del documento está vacía. No se omitió nada.',
    onlyCodes: 'Esta sección no tiene texto para leer. Su contenido está en códigos para computadoras.',
    noInformation: 'El documento indica que no tiene información para esta sección.',
    masked: 'El documento indica que esta sección se mantiene privada.',
    notAsked: 'El documento indica que nadie preguntó sobre esto.',
    notApplicable: 'El documento indica que esta sección no corresponde.',
    untitled: 'Sección sin título',
    footnote: 'Nota {number}',
    footnotes: 'Notas al pie',
    back: 'Volver a la nota {number} en el texto',
    missingNote: 'Esta nota al pie no está en el documento.',
    wideTable: 'Tabla {number}, {section}. Si es muy ancha, deslícela hacia los lados o use las teclas de flecha.',
    picture: 'Imagen del documento',
    pictureElsewhere: 'Aquí va una imagen. Está guardada en otro lugar y no se carga.',
    pictureKind: 'Aquí va una imagen. Es de un tipo que no se puede mostrar.',
    pictureAbsent: 'Aquí va una imagen, pero no está en el documento.',
    pictureRepeated: 'Aquí va la misma imagen de arriba.',
    region: 'El documento señala una parte de esta imagen. La marca no se dibuja aquí.',
    elsewhere: 'El texto no está en este documento. Está guardado en otro lugar, y no se carga nada de allí.',
    address: 'Dónde está guardado:',
    otherKind: 'Este documento contiene un archivo de un tipo que no se puede mostrar aquí: {type}.',
    pdf: 'Este documento es un PDF, que no se puede mostrar en este archivo.',
  },
  fr: {
    entries: { one: '{count} entrée', other: '{count} entrées' },
    noText: 'aucun texte',
    emptySection: 'Cette section du document est vide. Rien n’a été omis.',
    onlyCodes: 'Cette section ne contient aucun texte à lire. Son contenu est écrit en codes destinés aux ordinateurs.',
    noInformation: 'Le document indique qu’il n’a aucun renseignement pour cette section.',
    masked: 'Le document indique que cette section reste confidentielle.',
    notAsked: 'Le document indique que la question n’a pas été posée.',
    notApplicable: 'Le document indique que cette section ne s’applique pas.',
    untitled: 'Section sans titre',
    footnote: 'Note {number}',
    footnotes: 'Notes de bas de page',
    back: 'Retour à la note {number} dans le texte',
    missingNote: 'Cette note ne figure pas dans le document.',
    wideTable:
      'Tableau {number}, {section}. S’il est trop large, faites-le glisser sur le côté ou utilisez les touches fléchées.',
    picture: 'Image du document',
    pictureElsewhere: 'Une image va ici. Elle est conservée ailleurs et n’est pas chargée.',
    pictureKind: 'Une image va ici. Son format ne peut pas être affiché.',
    pictureAbsent: 'Une image va ici, mais elle ne figure pas dans le document.',
    pictureRepeated: 'La même image que plus haut va ici.',
    region: 'Le document indique une partie de cette image. Le repère n’est pas dessiné ici.',
    elsewhere: 'Le texte ne figure pas dans ce document. Il est conservé ailleurs, et rien n’en est chargé.',
    address: 'Où il est conservé :',
    otherKind: 'Ce document contient un fichier d’un format qui ne peut pas être affiché ici : {type}.',
    pdf: 'Ce document est un PDF, qui ne peut pas être affiché dans ce fichier.',
  },
  pt: {
    entries: { one: '{count} registro', other: '{count} registros' },
    noText: 'sem texto',
    emptySection: 'Esta seção do documento está vazia. Nada foi omitido.',
    onlyCodes: 'Esta seção não tem texto para ler. O que ela diz está em códigos para computadores.',
    noInformation: 'O documento informa que não há informações para esta seção.',
    masked: 'O documento informa que esta seção é mantida em sigilo.',
    notAsked: 'O documento informa que isso não foi perguntado.',
    notApplicable: 'O documento informa que esta seção não se aplica.',
    untitled: 'Seção sem título',
    footnote: 'Nota {number}',
    footnotes: 'Notas de rodapé',
    back: 'Voltar à nota {number} no texto',
    missingNote: 'Esta nota de rodapé não está no documento.',
    wideTable: 'Tabela {number}, {section}. Se for larga demais, deslize-a para os lados ou use as teclas de seta.',
    picture: 'Imagem do documento',
    pictureElsewhere: 'Aqui entra uma imagem. Ela está guardada em outro lugar e não é carregada.',
    pictureKind: 'Aqui entra uma imagem. Ela é de um tipo que não pode ser mostrado.',
    pictureAbsent: 'Aqui entra uma imagem, mas ela não está no documento.',
    pictureRepeated: 'Aqui entra a mesma imagem de cima.',
    region: 'O documento marca uma parte desta imagem. A marca não é desenhada aqui.',
    elsewhere: 'O texto não está neste documento. Ele está guardado em outro lugar, e nada é carregado de lá.',
    address: 'Onde está guardado:',
    otherKind: 'Este documento contém um arquivo de um tipo que não pode ser mostrado aqui: {type}.',
    pdf: 'Este documento é um PDF, que não pode ser mostrado neste arquivo.',
  },
  zh: {
    entries: { one: '{count} 条记录', other: '{count} 条记录' },
    noText: '无文字',
    emptySection: '文档的这一部分是空的，没有遗漏任何内容。',
    onlyCodes: '这一部分没有可阅读的文字，其内容是供计算机使用的代码。',
    noInformation: '文档注明这一部分没有信息。',
    masked: '文档注明这一部分是保密的。',
    notAsked: '文档注明没有询问过这方面的情况。',
    notApplicable: '文档注明这一部分不适用。',
    untitled: '无标题的部分',
    footnote: '脚注 {number}',
    footnotes: '脚注',
    back: '回到正文中的脚注 {number}',
    missingNote: '文档中没有这条脚注。',
    wideTable: '表格 {number}，{section}。如果太宽，可左右滑动，或使用方向键。',
    picture: '文档中的图片',
    pictureElsewhere: '此处有一张图片，它存放在别处，因此没有载入。',
    pictureKind: '此处有一张图片，其格式无法显示。',
    pictureAbsent: '此处应有一张图片，但文档中没有。',
    pictureRepeated: '此处的图片与上面的相同。',
    region: '文档标出了这张图片的某个部分，此处没有画出标记。',
    elsewhere: '正文不在这份文档中，而是存放在别处，我们不会从那里载入任何内容。',
    address: '存放位置：',
    otherKind: '这份文档包含的文件格式无法在此显示：{type}。',
    pdf: '这份文档是 PDF，无法在此文件中显示。',
  },
};

/** A text with its places filled; what fills them is not looked at again. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
