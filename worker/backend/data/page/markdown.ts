import type { Root } from 'hast'
import { toText } from 'hast-util-to-text'
import type { Nodes } from 'mdast'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { isQuicklyWritten, isCheapToParse } from './marks.ts'
import { soundMarkdown } from './sound-markdown.ts'

const writer = unified()
  .use(rehypeRemark)
  .use(() => soundMarkdown)
  // Aligned pipes would pad every cell of a column to the width of its longest cell.
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', emphasis: '_' })

/**
 * Converts a sanitized tree to Markdown and escapes everything that only looks like markup. Parses the result again as
 * a check. If it is unsafe, or would take too long or too much memory, returns the plain words.
 */
export async function toMarkdown(readable: Root): Promise<string> {
  const words = toText(readable)
  if (!isCheapToParse(words)) return plainMarkdown(words)
  // `run` changes the tree, and other formats still need the original.
  const tree = await writer.run(structuredClone(readable))
  const markdown = isQuicklyWritten(tree) ? writer.stringify(tree) : null
  return markdown !== null && isCheapToParse(markdown) && isHarmless(markdown) ? markdown : plainMarkdown(words)
}

const reader = unified().use(remarkParse).use(remarkGfm)
const SCHEMES = /^(?:https?|mailto|tel):/i

/** True when this Markdown contains neither HTML nor a script address (XSS). */
const isHarmless = (markdown: string): boolean => isFine(reader.parse(markdown))

function isFine(node: Nodes): boolean {
  if (node.type === 'html') return false
  if ('url' in node && node.url !== '' && !SCHEMES.test(node.url)) return false
  return !('children' in node) || node.children.every(isFine)
}

/** Returns text as literal Markdown: escapes every punctuation mark and removes indentation. */
const plainMarkdown = (text: string): string =>
  `${text
    .replaceAll(/[!-/:-@[-`{-~]/g, (mark) => `\\${mark}`)
    .replaceAll(/^\s+/gm, '')
    .replaceAll('\n', '\n\n')
    .trim()}\n`
