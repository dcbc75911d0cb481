import { describe, expect, test } from 'vitest'
import { parseContentType } from '#worker/backend/data/documents/content-type.ts'
import { extractText } from '#worker/backend/data/documents/extract.ts'
import { decodeText } from '#worker/backend/data/documents/decode-text.ts'
import { scrapePage } from '#worker/backend/data/page/scrape.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Encodes text in a single-byte charset. */
function encoded(label: string, text: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(label)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Uint8Array.from(text, (letter) => bytes.get(letter)!)
}
const utf16 = (text: string, isLittle: boolean, mark = '') =>
  Uint8Array.from(
    [...mark, ...text].flatMap((letter) => {
      const code = letter.charCodeAt(0)
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255]
    }),
  )

const read = (bytes: Uint8Array, header = '', name = '') => extractText({ bytes, ...parseContentType(header), name })

describe('encodings', () => {
  const RUSSIAN = 'Привет, мир. Цена 5 рублей.'
  test.each([
    ['a comment names another charset', `<!-- <meta charset="windows-1251"> --><meta charset="utf-8"><p>${RUSSIAN}`],
    [
      'a description mentions a charset',
      `<meta name="description" content="set charset=koi8-r"><meta charset=utf-8><p>${RUSSIAN}`,
    ],
    ['a description ends with “charset”', `<meta name=description content="about charset"><p>${RUSSIAN}`],
    ['a page falsely declares UTF-16', `<meta charset="utf-16"><p>${RUSSIAN}`],
    ['the label is unknown', `<p>${RUSSIAN}`, 'text/html; charset=none'],
    ['no charset is declared', `<p>${RUSSIAN}`, 'text/html'],
  ])('reads a page as UTF-8 when %s', async (_, html, header = 'text/html') => {
    expect(await read(utf8(html), header)).toBe(RUSSIAN)
  })

  test.each<[string, Uint8Array, string]>([
    ['its Content-Type', encoded('windows-1251', `<p>${RUSSIAN}`), 'text/html; charset="Windows-1251"'],
    ['its meta element', encoded('koi8-r', `<meta charset=koi8-r><p>${RUSSIAN}`), 'text/html'],
    [
      'its http-equiv element',
      encoded('windows-1251', `<meta http-equiv=Content-Type content="text/html; charset=windows-1251"><p>${RUSSIAN}`),
      '',
    ],
    [
      'a meta element after 4 KB',
      encoded('koi8-r', `<html><!--${'x'.repeat(4096)}--><meta charset=koi8-r><p>${RUSSIAN}`),
      '',
    ],
    ['its byte order mark, despite its Content-Type', utf8(`\ufeff<html><p>${RUSSIAN}`), 'text/html; charset=koi8-r'],
    ['a UTF-16 byte order mark', utf16(`<html><p>${RUSSIAN}`, true, '\ufeff'), 'text/html'],
    [
      'a UTF-16 Content-Type without a byte order mark',
      utf16(`<html><p>${RUSSIAN}`, false),
      'text/html; charset=utf-16be',
    ],
    ['its letters alone', encoded('windows-1251', `<html><p>${RUSSIAN}`), 'text/html'],
  ])('detects the charset of a page from %s', async (_, bytes, header) => {
    expect(await read(bytes, header)).toBe(RUSSIAN)
  })

  test.each([
    ['double quotes', '<?xml version="1.0" encoding="ISO-8859-1"?>'],
    ['single quotes', "<?xml version='1.0' encoding = 'latin1' standalone='yes' ?>"],
  ])('detects the charset of XHTML from a declaration in %s', async (_, declaration) => {
    const page = `${declaration}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Straße äöü</p></body></html>`
    expect(await read(encoded('iso-8859-1', page), 'application/xhtml+xml')).toBe('Straße äöü')
  })

  test.each(['Name;Stadt;Betrag\nMüller;Köln;12 €\nJosé;Málaga;9 €\n', 'Café;1', 'Ørsted;Åse', 'It’s;“so”'])(
    'reads the CSV %j as saved by Excel without a charset',
    async (csv) => {
      const lines = csv.trim().replaceAll(';', '\t')
      expect(await read(encoded('windows-1252', csv), 'text/csv', 'a.csv')).toBe(lines)
      expect(await read(encoded('windows-1252', csv), 'text/csv; charset=utf-8', 'a.csv')).toBe(lines)
      expect(await read(utf8(csv), 'text/csv', 'a.csv')).toBe(lines)
    },
  )

  test.each([
    ['windows-1251', 'Имя;Город\nИван;Москва\n'],
    ['koi8-r', 'Новости дня: всё хорошо'],
    ['windows-1250', 'Imię;Miasto\nŁukasz;Łódź\nMałgorzata;Kraków\n'],
    ['windows-1253', 'Όνομα;Πόλη\nΓιώργος;Αθήνα'],
    ['windows-1255', 'שם;עיר\nדוד;ירושלים'],
    ['windows-1256', 'الاسم;المدينة\nمحمد;القاهرة'],
    ['windows-1252', 'Der größte Spieler war für 1.000 € zu haben – „günstig“.'],
  ])('guesses %s for text without a charset', (label, text) => {
    expect(decodeText(encoded(label, text), { charset: null })).toBe(text)
  })

  test('guesses Shift_JIS', () => {
    const bytes = Uint8Array.from([0x96, 0xbc, 0x91, 0x4f, 0x2c, 0x93, 0x73, 0x8e, 0x73, 0x0a, 0x8e, 0x52, 0x93, 0x63])
    expect(decodeText(bytes, { charset: null })).toBe('名前,都市\n山田')
  })

  test('keeps UTF-8 with one damaged byte', () => {
    const bytes = utf8('Müller und Söhne, Köln – größer')
    expect(decodeText(Uint8Array.of(...bytes, 0xff), { charset: null })).toBe('Müller und Söhne, Köln – größer\ufffd')
  })
})

describe('feeds', () => {
  const RSS = `<?xml version="1.0" encoding="windows-1251"?><rss version="2.0"><channel><title>Новости</title><item><title>Первая запись</title><link>http://127.0.0.1/1</link><description><![CDATA[<p>Жирный <b>текст</b> &amp; ещё</p><!-- open]]></description></item><item><title>Вторая</title><description>кратко</description></item></channel></rss>`

  test('converts RSS to text', async () => {
    expect(await read(encoded('windows-1251', RSS), 'application/rss+xml')).toBe(
      'Новости\nПервая запись\n\nhttp://127.0.0.1/1\n\nЖирный текст & ещё\n\nВторая\nкратко',
    )
  })

  test.each([
    [
      'Atom',
      `<?xml version="1.0"?><!-- x --><feed xmlns="http://www.w3.org/2005/Atom"><title>Plays</title><entry><title type="text">a &lt; b</title><link href="http://h.example/1"/><updated>2026-01-01T00:00:00Z</updated><summary>x &lt;b&gt;</summary></entry></feed>`,
      'Plays\na < b\n\nhttp://h.example/1\n\n2026-01-01T00:00:00Z\n\nx <b>',
    ],
    [
      'RDF',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>C</title></channel><item><title>I</title><link>http://h.example/</link><description>d</description></item></rdf:RDF>`,
      'C\nI\n\nhttp://h.example/\n\nd',
    ],
  ])('converts %s to text, whatever its Content-Type', async (_, xml, text) => {
    expect(await read(utf8(xml), 'text/html')).toBe(text)
  })

  test('leaves malformed feeds unchanged', async () => {
    expect(await read(utf8('<rss><x'), 'text/xml')).toContain('<rss>')
  })
})

const HOME = new URL('https://h.example/a/')
const markdown = async (html: string) => (await scrapePage(html, HOME, ['markdown'])).markdown
const text = async (html: string) => (await scrapePage(html, HOME, ['extract'])).extract?.text

describe('tables', () => {
  const ROWS = '<table><tr><th>Region<th>Product<th>Units<tr><td rowspan="2">EU<td>Cable<td>12<tr><td>Hub<td>7</table>'

  test('keeps values in their columns next to a row-spanning cell', async () => {
    expect(await markdown(ROWS)).toContain('| | Hub | 7 |')
    expect(await text(ROWS)).toBe('Region\tProduct\tUnits\nEU\tCable\t12\n\tHub\t7')
  })

  test.each([
    ['two spanned columns', '<tr><th colspan=2>Half<th>Sum<tr><td>1<td>2<td>3', 'Half\t\tSum\n1\t2\t3'],
    [
      'a block of rows and columns',
      '<tr><td rowspan=2 colspan=2>A<td>b<tr><td>c<tr><td>d<td>e<td>f',
      'A\t\tb\n\t\tc\nd\te\tf',
    ],
    ['rows in a later column', '<tr><td>a<td>b<td rowspan=2>C<tr><td>d', 'a\tb\tC\nd\t'],
    ['all rows of its group', '<tbody><tr><td rowspan=0>A<td>b<tr><td>c<tbody><tr><td>d<td>e', 'A\tb\n\tc\nd\te'],
    ['more rows than exist', '<tr><td rowspan=9999999>A<td>b<tr><td>c', 'A\tb\n\tc'],
    ['an empty corner cell', '<tr><td><td>Q1<td>Q2<tr><td>Sum<td>1<td>2', '\tQ1\tQ2\nSum\t1\t2'],
  ])('keeps values in their columns next to %s', async (_, rows, expected) => {
    const lines = (await text(`<table>${rows}</table>`))?.split('\n').map((line) => line.trimEnd())
    expect(lines).toEqual(expected.split('\n').map((line) => line.trimEnd()))
  })

  test('limits the number of spanned cells', async () => {
    const bomb = `<table>${'<tr><td rowspan=5000 colspan=1000>x'.repeat(5000)}</table>`
    expect((await text(bomb))?.length).toBeLessThan(200_000)
  })
})

describe('lazy-loaded images', () => {
  const BLANK = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
  test.each([
    ['data-src', `<img src="${BLANK}" data-src="x.jpg" alt=K>`],
    ['data-src next to a placeholder', '<img src=/wait.gif data-src=/a/x.jpg alt=K>'],
    ['data-lazy-src', '<img data-lazy-src="https://h.example/a/x.jpg" alt=K>'],
    ['data-original', '<img data-original="x.jpg" alt=K>'],
    ['srcset alone', '<img srcset="small.jpg 320w, x.jpg 640w" alt=K>'],
    ['data-srcset', `<img src="${BLANK}" data-srcset="s.jpg 1x,x.jpg 2x" alt=K>`],
    ['the sources of a picture element', `<picture><source data-srcset="x.jpg"><img src="${BLANK}" alt=K></picture>`],
    ['noscript', `<img class=lazy src="${BLANK}" alt=K><noscript><img src="x.jpg"></noscript>`],
    ['noscript after a placeholder', '<img src=/wait.gif alt=K> <noscript><img src=x.jpg alt=K></noscript>'],
    ['noscript alone', '<p><noscript><img src=x.jpg alt=K></noscript>'],
  ])('finds a lazy-loaded image by %s', async (_, html) => {
    expect(await markdown(`<main>${html}</main>`)).toBe('![K](https://h.example/a/x.jpg)\n')
  })

  test('keeps commas within a URL of a srcset', async () => {
    expect(await markdown('<img srcset="/w_1,h_1/a.jpg 1x, /w_2,h_2/a.jpg 2x" alt=K>')).toBe(
      '![K](https://h.example/w_2,h_2/a.jpg)\n',
    )
  })

  test.each([
    ['a tracking pixel', '<noscript><img height=1 width=1 src="https://t.example/tr"></noscript>'],
    ['a noscript message', '<noscript>Switch scripts on</noscript>'],
    ['a lazy attribute', '<img data-lazy=true src="javascript:x">'],
  ])('omits %s', async (_, html) => {
    expect(await markdown(`<main><p>Text</p>${html}</main>`)).toBe('Text\n')
  })
})
