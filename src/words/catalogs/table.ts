import { catalog } from '../catalog.ts';

/** What tables, their pages and trees share (specification 3, section 9). Loaded with the first page that has one. */
export const texts = catalog({
  'table.sortBy': { en: 'Sort by', es: 'Ordenar por', fr: 'Trier par', pt: 'Ordenar por', zh: '排序方式' },
  'table.showMore': {
    en: 'Show more about {name}',
    es: 'Mostrar más sobre {name}',
    fr: 'En afficher plus sur {name}',
    pt: 'Mostrar mais sobre {name}',
    zh: '显示“{name}”的更多信息',
  },
  'table.details': { en: 'Details', es: 'Detalles', fr: 'Détails', pt: 'Detalhes', zh: '详情' },
  'table.pages': { en: 'Pages', es: 'Páginas', fr: 'Pages', pt: 'Páginas', zh: '分页' },
  'table.previous': { en: 'Previous', es: 'Anterior', fr: 'Précédent', pt: 'Anterior', zh: '上一页' },
  'table.next': { en: 'Next', es: 'Siguiente', fr: 'Suivant', pt: 'Próxima', zh: '下一页' },
  'table.pageOf': {
    en: 'Page {page, number} of {pages, number}',
    es: 'Página {page, number} de {pages, number}',
    fr: 'Page {page, number} sur {pages, number}',
    pt: 'Página {page, number} de {pages, number}',
    zh: '第 {page, number} 页，共 {pages, number} 页',
  },
});
