import { html } from 'hono/html'
import { builtFiles, ENTRY } from '#worker/http/built-files.ts'

/**
 * The links by which a page asks for the scripts and styles of its screen together with the first ones, instead of
 * after them.
 *
 * @param source the screen's module, from the folder of the web app
 */
export async function screenFiles(assets: Fetcher, origin: string, source: string): Promise<string> {
  const first = await builtFiles(assets, origin, ENTRY)
  const later = await builtFiles(assets, origin, source)
  const links = [
    ...later.styles
      .filter((file) => !first.styles.includes(file))
      .map((file) => html`<link rel="stylesheet" crossorigin href="/${file}" />`),
    ...later.scripts
      .filter((file) => !first.scripts.includes(file))
      .map((file) => html`<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" />`),
  ]
  return (await Promise.all(links)).join('')
}
