import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { base64, type Case, many, unstructured, utf8 } from './parts.ts';

const script =
  '<html><body onload="steal()"><script>steal()</script><img src="http://evil.test/x"><p>Words</p></body></html>';
const zeros = () => Buffer.alloc(60_000_000);

export const bodies: readonly Case[] = [
  [
    'HTML that says text',
    utf8(() => unstructured('mediaType="text/plain" representation="B64"', base64(script))),
    null,
  ],
  ['HTML that says HTML', utf8(() => unstructured('mediaType="text/html"', `<![CDATA[${script}]]>`)), null],
  [
    'HTML that says picture',
    utf8(() => unstructured('mediaType="image/png" representation="B64"', base64(script))),
    null,
  ],
  [
    'SVG with a script',
    utf8(() =>
      unstructured(
        'mediaType="image/svg+xml" representation="B64"',
        base64('<svg xmlns="http://www.w3.org/2000/svg"><script>steal()</script></svg>'),
      ),
    ),
    null,
  ],
  [
    'HTML of nothing but "<"',
    utf8(() => unstructured('mediaType="text/html" representation="B64"', base64(many(900_000, '<')))),
    null,
  ],
  [
    'HTML of open comments',
    utf8(() => unstructured('mediaType="text/html" representation="B64"', base64(many(300_000, '<!--')))),
    null,
  ],
  [
    'a PDF with a script',
    utf8(() =>
      unstructured(
        'mediaType="application/pdf" representation="B64"',
        base64('%PDF-1.7 /OpenAction << /JS (app.alert(1)) >>'),
      ),
    ),
    null,
  ],
  [
    'a program that says PDF',
    utf8(() => unstructured('mediaType="application/pdf" representation="B64"', base64('MZ\u0000\u0001'))),
    null,
  ],
  [
    'what is no base64',
    utf8(() => unstructured('mediaType="application/pdf" representation="B64"', 'JVBERi0xLjc*')),
    /no base64/,
  ],
  [
    'base64 of 6 MB',
    utf8(() => unstructured('mediaType="image/png" representation="B64"', base64(zeros().subarray(0, 6_000_000)))),
    null,
  ],
  ['nearly base64 of 4 MB', utf8(() => unstructured('mediaType="image/png"', `${many(4_000_000, 'A')}!`)), null],
  [
    'a bomb of DF',
    () =>
      Buffer.from(
        unstructured('mediaType="text/plain" representation="B64" compression="DF"', base64(deflateRawSync(zeros()))),
      ),
    /cannot be unpacked/,
  ],
  [
    'a bomb of ZL',
    () =>
      Buffer.from(
        unstructured('mediaType="text/plain" representation="B64" compression="ZL"', base64(deflateSync(zeros()))),
      ),
    /cannot be unpacked/,
  ],
  [
    'a bomb of GZ',
    () =>
      Buffer.from(
        unstructured('mediaType="text/plain" representation="B64" compression="GZ"', base64(gzipSync(zeros()))),
      ),
    /cannot be unpacked/,
  ],
  [
    'a packing that nobody reads',
    utf8(() => unstructured('mediaType="text/plain" representation="B64" compression="BZ"', base64('x'))),
    /packed in a way/,
  ],
  [
    'a body that is elsewhere',
    utf8(() => unstructured('mediaType="application/pdf"', '<reference value="javascript:steal()"/>')),
    null,
  ],
  [
    'elements in a body of text',
    utf8(() => unstructured('mediaType="text/plain"', '<paragraph>a</paragraph><script>steal()</script>')),
    null,
  ],
];
