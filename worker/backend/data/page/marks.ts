import type { Nodes, Root } from 'mdast'

/** Characters that may begin, end or be taken for markup within a block. */
const MARKS = new Set('[]!`*_<~@&:|\\')
/** Writers and readers go back from a mark over those before it in its block: 1,000 in one, or 10 in each of 10,000. */
const WORK_MAX = 1_000_000

/**
 * The highest cost of a text that is read as Markdown: the reader keeps events of about 1.5 KB for each unit, so this
 * is 60 MB. 300 KB of one-letter lines took 700 MB.
 */
const READING_MAX = 40_000
/** Costs in words and marks. */
const [LINE_COST, LINK_COST] = [3, 8]

/** True when reading a text as Markdown takes half of an isolate's memory at most. */
export function isReadInLittle(text: string): boolean {
  let cost = 0
  let before = ''
  for (const sign of text) {
    if (sign === '\n') cost += LINE_COST
    else if (sign === '(' && before === ']') cost += LINK_COST
    else if (sign === ' ' || sign === '\t' || MARKS.has(sign)) cost++
    if (cost > READING_MAX) return false
    before = sign
  }
  return true
}

/** True when writing this as Markdown and reading it again takes a time in proportion to its length. */
export function isQuicklyWritten(root: Root): boolean {
  let work = 0
  for (const block of walkBlocks(root)) {
    work += countMarks(block) ** 2
    if (work > WORK_MAX) return false
  }
  return true
}

function* walkBlocks(node: Nodes): Generator<Nodes> {
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') yield node
  else if ('children' in node) for (const child of node.children) yield* walkBlocks(child)
}

function countMarks(node: Nodes): number {
  if ('children' in node) return node.children.reduce((sum, child) => sum + countMarks(child), OWN_MARKS)
  if (node.type === 'image') return OWN_MARKS + marksIn(node.alt ?? '') + marksIn(node.title ?? '')
  return 'value' in node ? marksIn(node.value) + (node.type === 'text' ? 0 : OWN_MARKS) : 0
}

/** Around what is emphasized, a link or code. */
const OWN_MARKS = 2

function marksIn(text: string): number {
  let marks = 0
  for (const sign of text) if (MARKS.has(sign)) marks++
  return marks
}
