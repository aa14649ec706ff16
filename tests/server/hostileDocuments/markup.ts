import { clinicalDocument, section, sectionsBody } from '../ccdaDocuments.ts';
import { after, type Case, good, inside, utf8 } from './parts.ts';

export const markup: readonly Case[] = [
  ['nothing', utf8(() => ''), /^it is empty/],
  ['blanks alone', utf8(() => ' \n\t'), /no root element/],
  ['a PDF', utf8(() => '%PDF-1.7\n%\u00e2\u00e3'), /outside of its root|not well-formed/],
  ['an element without an end', utf8(() => good.replace('</ClinicalDocument>', '')), /ends before its elements do/],
  ['the end of another element', utf8(() => inside('<paragraph></content>')), /an end tag/],
  ['two roots', utf8(() => `${good}<x/>`), /more than one root/],
  ['text behind the root', utf8(() => `${good} alert(1)`), /outside of its root/],
  ['text before the root', utf8(() => `x${good}`), /outside of its root|XML declaration/],
  ['CDATA in CDATA', utf8(() => inside('<![CDATA[<![CDATA[x]]>]]>')), /where no CDATA section ends/],
  ['CDATA without an end', utf8(() => inside('<![CDATA[').replace('</text>', '')), /ends (?:before|in the middle)/],
  ['a comment with two hyphens', utf8(() => inside('<!-- a -- b -->')), /malformed comment/],
  ['an attribute twice', utf8(() => inside('<content ID="a" ID="b"/>')), /an attribute twice/],
  [
    'an attribute twice by two prefixes',
    utf8(() => inside('<content xmlns:a="u" xmlns:b="u" a:x="" b:x=""/>')),
    /an attribute twice/,
  ],
  ['an attribute without quotes', utf8(() => inside('<content ID=a/>')), /no quotes/],
  ['"<" in an attribute', utf8(() => inside('<content ID="<script>"/>')), /not allow|well-formed/],
  ['another namespace for xml', utf8(() => inside('<content xmlns:xml="urn:x"/>')), /well-formed/],
  ['HL7 under the prefix xmlns', utf8(() => inside('<xmlns:content/>')), /well-formed/],
  ['a script as CDATA', utf8(() => inside('<paragraph><![CDATA[<script>steal()</script>]]></paragraph>')), null],
  [
    'a script of HTML',
    utf8(() => inside('<html:script xmlns:html="http://www.w3.org/1999/xhtml">steal()</html:script>')),
    null,
  ],
  [
    'a narrative that is HTML',
    utf8(() =>
      inside('x')
        .replace('<text>', '<text xmlns="http://www.w3.org/1999/xhtml">')
        .replace('x</text>', '<script>steal()</script></text>'),
    ),
    null,
  ],
  [
    'a prefix that hides another namespace',
    utf8(() =>
      inside('<a:paragraph xmlns:a="urn:hl7-org:v3x">x</a:paragraph><b:script xmlns:b="urn:hl7-org:v3">y</b:script>'),
    ),
    null,
  ],
  ['a prefix that nobody declared', utf8(() => inside('<svg:script>steal()</svg:script>')), null],
  [
    'handlers and styles',
    utf8(() =>
      inside(
        '<table onmouseover="steal()" style="background:url(http://evil.test)"><tr><td onclick="steal()">x</td></tr></table>',
      ),
    ),
    null,
  ],
  [
    'links that run',
    utf8(() =>
      inside(
        '<linkHtml href="javascript:steal()">x</linkHtml><linkHtml href="&#106;avascript&#58;steal()">y</linkHtml><linkHtml href="data:text/html,x">z</linkHtml>',
      ),
    ),
    null,
  ],
  [
    'names of prototypes',
    utf8(() => inside('<__proto__ constructor="x" __proto__="y" hasOwnProperty="z">t</__proto__><constructor/>')),
    null,
  ],
  [
    'codes of prototypes',
    utf8(() => clinicalDocument({ type: '__proto__', body: sectionsBody(section('constructor', 'toString', 'x')) })),
    null,
  ],
  [
    'a style sheet',
    utf8(() => after('<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="http://evil.test/x.xsl"?>')),
    null,
  ],
  [
    'an inclusion',
    utf8(() =>
      inside('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>'),
    ),
    null,
  ],
  [
    'a schema elsewhere',
    utf8(() =>
      good.replace('<typeId', '<realmCode xsi:schemaLocation="urn:x http://evil.test/x.xsd" code="US"/><typeId'),
    ),
    null,
  ],
  [
    'media of another server',
    utf8(() =>
      inside(
        '<renderMultiMedia referencedObject="m"/>',
        '<entry><observationMedia classCode="OBS" moodCode="EVN" ID="m"><value mediaType="image/png"><reference value="http://evil.test/x.png"/></value></observationMedia></entry>',
      ),
    ),
    null,
  ],
  ['another document type in XML', utf8(() => '<Patient xmlns="http://hl7.org/fhir"/>'), /no clinical document/],
  ['a document of another namespace', utf8(() => good.replace('urn:hl7-org:v3', 'urn:evil')), /no clinical document/],
  [
    'two documents in one',
    utf8(() => `<x>${good.replace(/^<\?xml[^>]*>/, '')}${good.replace(/^<\?xml[^>]*>/, '')}</x>`),
    /several clinical documents/,
  ],
  ['two patients in one', utf8(() => good.replace('<author>', '<recordTarget/><author>')), /several patients/],
];
