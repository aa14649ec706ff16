import type { LanguageCode } from '@portal/api';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { xmlText } from '../html/xmlText.ts';
import { locales } from '../process/locales.ts';

/** PDF/UA wants the title here too, and the part of the standard that the document keeps. */
const metadataOf = (title: string): string => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(title)}</rdf:li></rdf:Alt></dc:title>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;

/** A document that says its title and its language. Its content is written with `Sheets`. */
export async function createDocument(title: string, language: LanguageCode, creator = ''): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setCreator(creator);
  document.setProducer('');
  catalog.set(PDFName.of('Lang'), PDFString.of(locales[language]));
  const metadata = context.stream(new TextEncoder().encode(metadataOf(title)), { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(metadata));
  return document;
}
