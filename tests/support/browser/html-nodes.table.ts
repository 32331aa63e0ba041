import type { TemplateNode } from '#domain/templates/template.ts';

const paragraph = (...children: TemplateNode[]): TemplateNode => ({ type: 'paragraph', children });
const item = (...children: TemplateNode[]): TemplateNode => ({ type: 'list-item', children });
const words = (text: string): TemplateNode => ({ text });

/** HTML and the nodes that it is read as, on the server and where it is pasted. */
export const READ: readonly [string, string, readonly TemplateNode[]][] = [
  ['plain text', 'Hello', [paragraph(words('Hello'))]],
  ['white space', ' <p>\n one\t two </p>\n\n<p> &nbsp; </p> three ', [paragraph(words('one two')), paragraph(words('three'))]],
  [
    'headings',
    '<h1>One</h1><h2>Two</h2><h5>Five</h5>',
    [
      { type: 'heading-one', children: [words('One')] },
      { type: 'heading-two', children: [words('Two')] },
      { type: 'heading-two', children: [words('Five')] },
    ],
  ],
  [
    'marks',
    'a <b>b <i>c</i></b><u>d</u> <font color=red>e</font>',
    [
      paragraph(
        words('a '),
        { text: 'b ', bold: true },
        { text: 'c', bold: true, italic: true },
        { text: 'd', underline: true },
        words(' e'),
      ),
    ],
  ],
  ['a mark around blocks', '<b><p>a</p>b</b>', [paragraph({ text: 'a', bold: true }), paragraph({ text: 'b', bold: true })]],
  ['breaks', '<p>a<br>b<br/></p>', [paragraph(words('a\nb'))]],
  ['entities', '&lt;b&gt; &amp;amp; &eacute; &#233; &bogus;', [paragraph(words('<b> &amp; é é &bogus;'))]],
  [
    'lists',
    '<ul><li>a<li><p>b</p><p>c</p></ul><ol><li>d</ol>',
    [
      { type: 'bulleted-list', children: [item(words('a')), item(words('b'), words('\n'), words('c'))] },
      { type: 'numbered-list', children: [item(words('d'))] },
    ],
  ],
  [
    'a list in a list, and what is deeper than a template goes among its items, in order',
    '<ul><li>a<ol><li>b<ul><li>c</li><li>d</li></ul>e</li></ol>f</li></ul>',
    [
      {
        type: 'bulleted-list',
        children: [
          item(
            words('a'),
            { type: 'numbered-list', children: [item(words('b')), item(words('c')), item(words('d'), words('\n'), words('e'))] },
            words('f'),
          ),
        ],
      },
    ],
  ],
  [
    'a link as deep as a template goes',
    '<border><ul><li>a<ul><li><a href="https://a.test/">b</a></ul></ul></border>',
    [
      {
        type: 'border',
        children: [
          {
            type: 'bulleted-list',
            children: [item(words('a')), item({ type: 'link', url: 'https://a.test/', children: [{ text: 'b' }] })],
          },
        ],
      },
    ],
  ],
  [
    'a list straight in a list',
    '<ul><li>a<li>b<ul><li>c</ul></ul>',
    [
      {
        type: 'bulleted-list',
        children: [item(words('a')), item(words('b'), { type: 'bulleted-list', children: [item(words('c'))] })],
      },
    ],
  ],
  ['items outside of a list, and lists without items', '<li>a</li><ul></ul><ol><li> </li></ol>', [paragraph(words('a'))]],
  ['a rule', 'a<hr>b', [paragraph(words('a')), { type: 'border', children: [] }, paragraph(words('b'))]],
  [
    'a table, a line to a row',
    '<table><tr><th>Risk<th>Of<tr><td>Bleeding</td><td>1 in 100</td></tr></table>',
    [paragraph({ text: 'Risk', bold: true }, words(' '), { text: 'Of', bold: true }), paragraph(words('Bleeding 1 in 100'))],
  ],
  [
    'the nodes of a template by their own names',
    '<border>a</border><heading-two>b</heading-two><consent-patient>dropped</consent-patient><consent-clinic></consent-clinic>',
    [
      { type: 'border', children: [paragraph(words('a'))] },
      { type: 'heading-two', children: [words('b')] },
      { type: 'consent-patient', children: [] },
      { type: 'consent-clinic', children: [] },
    ],
  ],
  [
    'a link',
    '<p>See <a href=" https://example.org/a?b=1&amp;c=2 " onclick="x()">this <b>page</b></a>.</p>',
    [
      paragraph(
        words('See '),
        { type: 'link', url: 'https://example.org/a?b=1&c=2', children: [{ text: 'this ' }, { text: 'page', bold: true }] },
        words('.'),
      ),
    ],
  ],
  [
    'tags that are never closed',
    '<p>a<b>b<p>c',
    [paragraph(words('a'), { text: 'b', bold: true }), paragraph({ text: 'c', bold: true })],
  ],
  ['tags that were never opened', '</div>a</b></li></ul>', [paragraph(words('a'))]],
  ['a tag that is cut off', '<p>a</p><p>b <b title="x', [paragraph(words('a')), paragraph(words('b'))]],
  ['characters that turn the text round go, letters without a font stay', 'a\u202eb\u0007ᚠ', [paragraph(words('abᚠ'))]],
];

/** HTML that is to do harm, or to be read where nobody sees it: of each no word is left but `ok`. */
export const HOSTILE = [
  '<script>evil()</script>ok',
  '<SCRIPT SRC=//evil.test/x.js></SCRIPT>ok',
  '<style>@import url(//evil.test)</style>ok',
  '<svg><script>evil()</script><p>evil</p></svg>ok',
  '<svg/onload=evil()></svg>ok',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=evil()&gt;"></math>ok',
  '<iframe srcdoc="<p>evil</p>" src="https://evil.test"></iframe>ok',
  '<object data="evil.swf"><p>evil</p></object><embed src=evil>ok',
  '<template><p>evil</p></template>ok',
  '<noscript><p title="</noscript><img src=x onerror=evil()>">evil</noscript>ok',
  '<textarea>evil</textarea><select><option>evil</select><input value=evil>ok',
  '<title>evil</title><meta http-equiv=refresh content="0;url=evil"><link rel=stylesheet href=evil><base href=evil>ok',
  '<!-- evil --><!doctype evil><?evil ?><![CDATA[evil]]>ok',
  '<!--[if gte mso 9]><xml>evil</xml><![endif]-->ok',
  '<img src="https://evil.test/x" onerror="evil()" alt="evil">ok',
  '<p onclick="evil()" style="background:url(evil)" class=evil id=evil>ok</p>',
  '<a href="javascript:evil()">ok</a>',
  '<a href="JaVa&#10;Script:evil()">ok</a>',
  '<a href="data:text/html,evil">ok</a>',
  '<a href="http://evil.test">ok</a>',
  '<a href="//evil.test">ok</a>',
  '<a href="mailto:evil@evil.test">ok</a>',
  '<a href="https://evil.test/&quot;onmouseover=x">ok</a>',
  '<a href="https://evil .test">ok</a>',
  `<a href="https://evil.test/${'x'.repeat(2000)}">ok</a>`,
  '<constructor __proto__=evil><a __proto__=evil href=evil>ok</a>',
];
