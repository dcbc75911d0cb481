import fc from 'fast-check'

const RUN = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
]
const ADDRESSES = fc.constantFrom(
  ...RUN,
  'jav&#x09;ascript:alert(1)',
  '&#106;avascript:alert(1)',
  'javascript&colon;alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'blob:https://a.example/1',
  'file:///etc/passwd',
  '//evil.example/x',
  '/fine?a=b&c=d',
  'https://a.example/)[x](javascript:alert(1)',
  'x" onclick="alert(1)',
)
const TAG = fc.constantFrom(
  ...'a b p div span ul li table tr td th pre code blockquote h1 em img svg math mtext style script template noscript'.split(
    ' ',
  ),
  ...'iframe object embed form input textarea title select option frameset body html base link meta details'.split(' '),
)
const ATTRIBUTE = fc.constantFrom(
  ...'href src onclick onerror style srcdoc xlink:href formaction title alt id class'.split(' '),
)

/** Fragments that have bypassed some sanitizer. */
const PIECES = fc.constantFrom(
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<style><img src="</style><img src=x onerror=alert(1)>">',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<title><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<base href="javascript:/a/-alert(1)/">',
  '<meta http-equiv=refresh content="0;javascript:alert(1)">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<pre>&lt;script&gt;\n```\n&lt;script&gt;alert(1)&lt;/script&gt;\n```</pre>',
  '<code>` &lt;script&gt;alert(1)&lt;/script&gt; `</code>',
  '[click](javascript:alert(1))',
  '![x](javascript:alert(1))',
  '<p>[x]: javascript:alert(1)</p><p>[x]</p>',
  '<p>[^1]: &lt;script&gt;</p>[^1]',
  '&lt;javascript:alert(1)&gt;',
  '<a href="https://a.example/">](javascript:alert(1))</a>',
  '<img src="https://a.example/x.png" alt="](javascript:alert(1)) ![">',
  "<a title='\"><script>alert(1)</script>' href=/>x</a>",
  '<table><tr><td>|\n&lt;script&gt;|<td colspan=99999>\\|</table>',
  '</body></html><script>alert(1)</script>',
  '<p>\\&lt;script&gt;\\</p>',
  '\u0000<scr\u0000ipt>alert(1)</script>',
  '<li>\n    &lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)',
  '<xmp><script>alert(1)</script></xmp>',
  '<plaintext><script>alert(1)',
)

const element = fc
  .tuple(TAG, fc.array(fc.tuple(ATTRIBUTE, ADDRESSES), { maxLength: 3 }), fc.constantFrom('"', "'", ''))
  .map(
    ([tag, attributes, quote]) =>
      `<${tag}${attributes.map(([name, value]) => ` ${name}=${quote}${value}${quote}`).join('')}>`,
  )
const text = fc.string({ unit: fc.constantFrom(...'a \n<>"\'`[]()&;!#*_|\\-:/=\u0000\u2028🏈'), maxLength: 12 })
const closing = TAG.map((tag) => `</${tag}>`)

/** Repetitions that are slow in some parsers. */
const repeated = fc
  .tuple(fc.constantFrom('[a](', '![a', '`a', '*a', '_a ', '&lt;a', '[^a]', '<em>a</em>', '&gt;'), fc.nat(3000))
  .map(([piece, times]) => piece.repeat(times))

const mixed = fc
  .array(fc.oneof({ weight: 3, arbitrary: PIECES }, { weight: 3, arbitrary: element }, text, closing), {
    minLength: 1,
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''))

/** Pages that try to run a script where their text is shown, or to exhaust the parser. */
export const hostilePages = fc.oneof(
  { weight: 20, arbitrary: mixed },
  { weight: 1, arbitrary: fc.tuple(mixed, repeated).map((parts) => parts.join('')) },
)
