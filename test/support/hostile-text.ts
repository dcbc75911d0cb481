import fc from 'fast-check'

/** Strings that break out of HTML, attributes, JSON, XML, mail headers, templates or bidirectional text. */
const FRAGMENTS = [
  '<script>alert(1)</script>',
  '</title>',
  '</script>',
  '<img src=x onerror=alert(1)>',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '<?xml',
  '"',
  "'",
  '`',
  '&',
  '&lt;',
  '&#60;',
  '&quot;',
  '=',
  ' onload=alert(1) ',
  'javascript:alert(1)',
  '\r\n',
  'bcc: b@example.com',
  '\u2028',
  '\u2029',
  '\u{0}',
  '\u{1b}[2J',
  '\u{202e}',
  '\u{2066}',
  '\u{200b}',
  '\u{feff}',
  'a' + '\u{301}'.repeat(64),
  '👩‍👩‍👧‍👦',
  '🏈',
  '\u{e000}value playerName\u{e001}',
  '$& $1 $`',
  '${7*7}',
  '{{7*7}}',
  '%00%0d%0a',
  '\\u003cscript\\u003e',
  '\\',
  '../../',
  `'; drop table votes; --`,
  'x'.repeat(300),
] as const

/** Up to six fragments, with other characters between them. */
export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'grapheme', maxLength: 6 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
