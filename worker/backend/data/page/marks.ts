import type { Nodes, Root } from 'mdast'

/** Characters that may begin, end or look like inline markup. */
const MARKS = new Set('[]!`*_<~@&:|\\')
/**
 * Writers and readers backtrack from a mark over the earlier ones in its block. The limit allows 1,000 marks in one
 * block, or 10 in each of 10,000.
 */
const WORK_MAX = 1_000_000

/**
 * Maximum cost of a text that is parsed as Markdown. The parser keeps about 1.5 KB of events per unit, so this is 60
 * MB. A text of 300 KB in one-letter lines took 700 MB.
 */
const READING_MAX = 40_000
/** Costs of a line break and of a link. A word or a mark costs 1. */
const [LINE_COST, LINK_COST] = [3, 8]

/** True when parsing a text as Markdown takes at most half of an isolate's memory. */
export function isCheapToParse(text: string): boolean {
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

/** True when writing this tree as Markdown and parsing it again takes time linear in its length. */
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

/** Marks around emphasis, a link or code. */
const OWN_MARKS = 2

function marksIn(text: string): number {
  let marks = 0
  for (const sign of text) if (MARKS.has(sign)) marks++
  return marks
}
