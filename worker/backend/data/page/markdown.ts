import type { Root } from 'hast'
import { toText } from 'hast-util-to-text'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { isHarmless, plainMarkdown } from './harmless.ts'
import { isQuicklyWritten } from './marks.ts'
import { soundMarkdown } from './sound-markdown.ts'

const writer = unified()
  .use(rehypeRemark)
  .use(() => soundMarkdown)
  // Cells in line with each other would make one long cell as wide as all of its column.
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', emphasis: '_' })

/**
 * A harmless tree as Markdown, in which everything that only looks like markup is text. What is written is read again:
 * where a writer was outwitted after all, or would be at it for long, the page is given as its bare words.
 */
export async function markdownOf(readable: Root): Promise<string> {
  // The tree is changed on its way, and others still read it.
  const tree = await writer.run(structuredClone(readable))
  const markdown = isQuicklyWritten(tree) ? writer.stringify(tree) : null
  return markdown !== null && isHarmless(markdown) ? markdown : plainMarkdown(toText(readable))
}
