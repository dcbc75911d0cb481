import type { Element, ElementContent, Nodes, Root } from 'hast'
import { attribute, isTag } from './walk.ts'

/** Limit on columns, because a cell may claim any number of them. */
const COLUMNS_MAX = 64
/** Maximum number of empty cells added to all tables of a page. */
const FILLED_MAX = 20_000

/**
 * Returns the same tree with an empty cell in every place that another cell spans. Formats without spans then keep
 * every value in its column. https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-rows
 */
export function withoutSpans(root: Root): Root {
  const left = { cells: FILLED_MAX }
  return { ...root, children: root.children.map((child) => (child.type === 'element' ? filled(child, left) : child)) }
}

type Left = { cells: number }

function filled(element: Element, left: Left): Element {
  const children = element.children.map((child) => (child.type === 'element' ? filled(child, left) : child))
  const whole = { ...element, children }
  return isTag('table', 'thead', 'tbody', 'tfoot')(element) && children.some(isRow) ? withFullRows(whole, left) : whole
}

const isRow = (node: Nodes): node is Element => node.type === 'element' && node.tagName === 'tr'
const isCell = (node: Nodes): node is Element => node.type === 'element' && isTag('td', 'th')(node)

/** Fills in the rows of one group. A cell spans at most to the end of its group. */
function withFullRows(group: Element, left: Left): Element {
  /** Number of remaining rows that a cell above occupies, per column. */
  let taken: number[] = []
  const children = group.children.map((row): ElementContent => {
    if (!isRow(row)) return row
    const cells: ElementContent[] = []
    const next: number[] = []
    const skipTaken = () => {
      while ((taken[next.length] ?? 0) > 0) {
        cells.push(emptyCell(left))
        next.push(taken[next.length]! - 1)
      }
    }
    for (const child of row.children) {
      if (!isCell(child)) {
        cells.push(child)
        continue
      }
      skipTaken()
      const { rowSpan: _rows, colSpan: _columns, ...properties } = child.properties
      cells.push({ ...child, properties })
      const width = left.cells > 0 ? Math.min(getSpan(child, 'colSpan') || 1, COLUMNS_MAX) : 1
      const height = left.cells > 0 ? getSpan(child, 'rowSpan') : 1
      for (let column = 0; column < width && (column === 0 || next.length < COLUMNS_MAX); column++) {
        if (column > 0) cells.push(emptyCell(left))
        next.push(height === 0 ? Number.POSITIVE_INFINITY : height - 1)
      }
    }
    while (next.length < taken.length) {
      if (taken[next.length]! > 0) cells.push(emptyCell(left))
      next.push(Math.max(0, taken[next.length]! - 1))
    }
    taken = left.cells > 0 ? next.slice(0, next.findLastIndex((rows) => rows > 0) + 1) : []
    return { ...row, children: cells }
  })
  return { ...group, children }
}

function emptyCell(left: Left): Element {
  left.cells--
  return { type: 'element', tagName: 'td', properties: {}, children: [] }
}

const getSpan = (cell: Element, name: 'rowSpan' | 'colSpan'): number => {
  const span = Number.parseInt(attribute(cell, name), 10)
  return span >= 0 ? span : 1
}
