import type { Root } from 'hast'
import { toText } from 'hast-util-to-text'
import type { Nodes } from 'mdast'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { isQuicklyWritten, isReadInLittle } from './marks.ts'
import { soundMarkdown } from './sound-markdown.ts'

const writer = unified()
  .use(rehypeRemark)
  .use(() => soundMarkdown)
  // Cells in line with each other would make one long cell as wide as all of its column.
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', emphasis: '_' })

/**
 * A harmless tree as Markdown, in which everything that only looks like markup is text. What is written is read again:
 * where a writer was outwitted after all, or would take long or much memory, the page is given as its bare words.
 */
export async function toMarkdown(readable: Root): Promise<string> {
  const words = toText(readable)
  if (!isReadInLittle(words)) return plainMarkdown(words)
  // The tree is changed on its way, and others still read it.
  const tree = await writer.run(structuredClone(readable))
  const markdown = isQuicklyWritten(tree) ? writer.stringify(tree) : null
  return markdown !== null && isReadInLittle(markdown) && isHarmless(markdown) ? markdown : plainMarkdown(words)
}

const reader = unified().use(remarkParse).use(remarkGfm)
const SCHEMES = /^(?:https?|mailto|tel):/i

/** True when this Markdown holds neither HTML nor a script address (XSS). */
const isHarmless = (markdown: string): boolean => isFine(reader.parse(markdown))

function isFine(node: Nodes): boolean {
  if (node.type === 'html') return false
  if ('url' in node && node.url !== '' && !SCHEMES.test(node.url)) return false
  return !('children' in node) || node.children.every(isFine)
}

/** Text as Markdown that means nothing else: every mark in it is escaped, and nothing is indented. */
const plainMarkdown = (text: string): string =>
  `${text
    .replaceAll(/[!-/:-@[-`{-~]/g, (mark) => `\\${mark}`)
    .replaceAll(/^\s+/gm, '')
    .replaceAll('\n', '\n\n')
    .trim()}\n`
