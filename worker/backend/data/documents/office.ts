import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import readSheets from 'read-excel-file/universal'
import { AppError } from '#shared/client/errors.ts'
import { escapeHtml } from '#worker/http/escape-html.ts'
import { pageText } from '../page/scrape.ts'
import type { Parts } from './archive.ts'
import type { OfficeKind } from './kind.ts'
import { tableText } from './tables.ts'
import { readRelations } from './xml-parts.ts'

const MAIN_PART = '/officeDocument'
/** Usual paths of the main part, for an archive without relationships. */
const USUAL_PARTS = ['word/document.xml', 'xl/workbook.xml', 'ppt/presentation.xml']
const KINDS: Readonly<Record<string, OfficeKind>> = { document: 'docx', workbook: 'xlsx', presentation: 'pptx' }
const USUAL_KINDS = new Map(USUAL_PARTS.map((path, i) => [path, Object.values(KINDS)[i]]))
const ROOT = /<(?:[\w.-]{1,64}:)?(document|workbook|presentation)[\s>/]/
const ROOT_BYTES = 4096

/**
 * Finds an archive's main part by its relationships, and its kind by its root element. Returns null for other archives.
 */
export function findMainPart(parts: Parts): { readonly path: string; readonly kind: OfficeKind } | null {
  const related = readRelations(parts, '').filter(({ type }) => type.endsWith(MAIN_PART))
  for (const path of [...related.map((relation) => relation.path), ...USUAL_PARTS]) {
    const [, root = ''] = ROOT.exec(new TextDecoder().decode(parts.get(path)?.subarray(0, ROOT_BYTES))) ?? []
    const kind = KINDS[root] ?? USUAL_KINDS.get(parts.has(path) ? path : '')
    if (kind !== undefined) return { path, kind }
  }
  return null
}

/** Maximum number of cells in all sheets. */
const CELLS_MAX = 1_000_000
/** Maximum number of characters in all cells, or in all notes. Many of them may repeat the same text. */
const NOTES_MAX_CHARACTERS = 16 * 1024 * 1024
const SHEET = /^xl\/worksheets\/.*\.xml$/
/** Base of links in a document that has no address of its own. */
const NOWHERE = new URL('https://document.invalid/')

/** Returns the text of a Word document: its paragraphs, lists and tables. */
export async function docxText(parts: Parts): Promise<string> {
  if (countNoteCharacters(parts) > NOTES_MAX_CHARACTERS) throw new AppError('DOCUMENT_UNREADABLE')
  const withoutPictures = mammoth.images.imgElement(() => Promise.resolve({ src: '' }))
  const archive = createArchive(parts)
  // Mammoth reads one of these in its browser build and the other in its Node build.
  const input = { arrayBuffer: archive, buffer: archive }
  const { value } = await mammoth.convertToHtml(input as { arrayBuffer: ArrayBuffer }, {
    convertImage: withoutPictures,
  })
  return pageText(value, NOWHERE)
}

/** Returns the text of a workbook: the name of each sheet, followed by a line per row. */
export async function xlsxText(parts: Parts, main: string): Promise<string> {
  const sheetPaths = new Set(
    readRelations(parts, main)
      .filter(({ type }) => type.endsWith('/worksheet'))
      .map(({ path }) => path),
  )
  let cells = 0
  for (const [name, part] of parts)
    if (SHEET.test(name) || sheetPaths.has(name)) cells += countCells(new TextDecoder().decode(part))
  if (cells > CELLS_MAX) throw new AppError('DOCUMENT_UNREADABLE')
  const sheets = await readSheets(createArchive(asUsual(parts, main)))
  let characters = 0
  for (const { data } of sheets)
    for (const row of data) for (const cell of row) characters += typeof cell === 'string' ? cell.length : 0
  if (characters > NOTES_MAX_CHARACTERS) throw new AppError('DOCUMENT_UNREADABLE')
  return sheets.map(({ sheet, data }) => `${sheet}\n${tableText(data)}`).join('\n\n')
}

/** Parts of a workbook that the reader looks up by relationship. */
const PARTS_READ = ['worksheet', 'sharedStrings', 'styles'] as const
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/**
 * Rewrites the paths of a workbook to those that its reader expects. The reader cannot resolve relative paths with
 * dots.
 */
function asUsual(parts: Parts, main: string): Parts {
  const relations = readRelations(parts, main).flatMap(({ id, type, path }) => {
    const name = PARTS_READ.find((one) => type.endsWith(`/${one}`))
    return name === undefined
      ? []
      : [`<Relationship Id="${escapeHtml(id)}" Type="${RELATIONS}/${name}" Target="/${escapeHtml(path)}"/>`]
  })
  const usual = new Map(parts)
  usual.set('xl/workbook.xml', parts.get(main)!)
  usual.set(
    'xl/_rels/workbook.xml.rels',
    new TextEncoder().encode(`<Relationships>${relations.join('')}</Relationships>`),
  )
  return usual
}

/**
 * Packs the counted entries again, so that parsers can trust the index. The original index may not match what we
 * counted.
 */
function createArchive(parts: Parts): ArrayBuffer {
  const wanted = [...parts].filter(([, part]) => part.length > 0)
  return zipSync(Object.fromEntries(wanted), { level: 0 }).buffer
}

/** Matches any prefix. The rest of the name cannot be spelled differently. */
const REFERENCE = /<[^<>\s]*(?:foot|end)noteReference[\s/>]/g
const NOTE = /<[^<>\s]*(?:foot|end)note[\s>]/

/**
 * Counts the note characters that a Word reader would write. It repeats a note for every reference to it.
 *
 * @returns an upper bound
 */
function countNoteCharacters(parts: Parts): number {
  let [references, longest] = [0, 0]
  for (const part of parts.values()) {
    const xml = new TextDecoder().decode(part)
    references += xml.match(REFERENCE)?.length ?? 0
    for (const note of xml.split(NOTE).slice(1)) longest = Math.max(longest, note.length)
  }
  return references * longest
}

/** Cells such as `<c r="AB12">`, rows, and their places. Element names may have any prefix. */
const CELL = /<(?:[\w.-]+:)?c[\s/>]/g
const ROW = /<(?:[\w.-]+:)?row[\s/>]/
const PLACE = /\sr\s*=\s*["']\s*([a-z]*)(\d*)/gi
/** A place that contains an entity, which only a parser decodes. */
const HIDDEN_PLACE = /\sr\s*=\s*["'][^"'<]*&/i

const LETTERS = 26

/**
 * Counts the cells that the reader fills in for a sheet. A single cell in the last corner makes a rectangle of 17
 * billion cells.
 *
 * @returns an upper bound; infinity for a place that is written to be overlooked
 */
function countCells(xml: string): number {
  if (HIDDEN_PLACE.test(xml)) return Number.POSITIVE_INFINITY
  const rows = xml.split(ROW)
  let [height, width] = [rows.length, 0]
  for (const row of rows) width = Math.max(width, row.match(CELL)?.length ?? 0)
  for (const [, letters = '', digits = ''] of xml.matchAll(PLACE)) {
    height = Math.max(height, Number(digits))
    width = Math.max(width, toColumn(letters))
  }
  // Cells without a place follow the last one that has one.
  return height * width * 2
}

const toColumn = (letters: string): number =>
  [...letters.toUpperCase()].reduce((column, letter) => column * LETTERS + letter.charCodeAt(0) - 64, 0)
