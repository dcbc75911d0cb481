import type { ListItem, Nodes, Parents, PhrasingContent, Root, RootContent, TableCell, TableRow } from 'mdast'

const IN_LINE = new Set<string>(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'break', 'image', 'link'])
const isInLine = (node: Nodes): node is PhrasingContent => IN_LINE.has(node.type)

/**
 * Moves every node to a place where Markdown allows it (https://github.com/syntax-tree/mdast#content-model). Pages
 * break these rules: they put blocks into headings and bare words between list items. The Markdown writer escapes by
 * context, so misplaced text could pass as markup.
 */
export const soundMarkdown = (root: Root): Root => ({ ...root, children: toBlocks(root) })

/** Returns blocks, and wraps the inline nodes between them in paragraphs. */
function toBlocks({ children }: Parents): RootContent[] {
  const blocks: RootContent[] = []
  let line: PhrasingContent[] = []
  const end = () => {
    if (line.length > 0) blocks.push({ type: 'paragraph', children: line })
    line = []
  }
  for (const child of children) {
    if (isInLine(child)) line.push(...toInline(child))
    else {
      end()
      blocks.push(...toBlock(child))
    }
  }
  end()
  return blocks
}

function toBlock(node: Nodes): RootContent[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return [{ ...node, children: node.children.flatMap(toInline) }]
    case 'blockquote':
      return [{ ...node, children: toBlocks(node) as typeof node.children }]
    case 'list':
      return [{ ...node, children: node.children.map(toListItem) }]
    case 'table':
      return [{ ...node, children: node.children.filter(({ type }) => type === 'tableRow').map(toRow) }]
    case 'code':
    case 'thematicBreak':
      return [node]
    default:
      return 'children' in node ? toBlocks(node) : []
  }
}

const toListItem = (entry: ListItem | Nodes): ListItem =>
  entry.type === 'listItem'
    ? { ...entry, children: toBlocks(entry) as ListItem['children'] }
    : {
        type: 'listItem',
        children: toBlocks({ type: 'root', children: [entry as RootContent] }) as ListItem['children'],
      }

const toRow = (row: TableRow): TableRow => ({
  ...row,
  children: row.children.map((cell): TableCell => ({ ...cell, children: cell.children.flatMap(toInline) })),
})

/** Returns the inline content of a node. */
function toInline(node: Nodes): PhrasingContent[] {
  switch (node.type) {
    case 'text':
    case 'break':
    case 'image':
      return [node]
    case 'code':
    case 'inlineCode':
      return [{ type: 'inlineCode', value: node.value.replaceAll(/\s+/g, ' ') }]
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'link':
      return [{ ...node, children: node.children.flatMap(toInline) }]
    default:
      return 'children' in node ? node.children.flatMap(toInline) : []
  }
}
