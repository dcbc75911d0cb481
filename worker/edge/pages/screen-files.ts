import { html } from 'hono/html'
import { builtFiles, ENTRY } from '#worker/http/built-files.ts'

/** Links by which a page asks for the files of its screen, as HTML. */
export type ScreenFiles = { readonly styles: string; readonly scripts: string }

/**
 * Returns the tags that load a screen's scripts and styles together with the first ones, instead of after them.
 *
 * @param source the screen's module, from the folder of the web app
 */
export async function screenFiles(assets: Fetcher, origin: string, source: string): Promise<ScreenFiles> {
  const first = await builtFiles(assets, origin, ENTRY)
  const later = await builtFiles(assets, origin, source)
  const styles = later.styles.filter((file) => !first.styles.includes(file))
  const scripts = later.scripts.filter((file) => !first.scripts.includes(file))
  return {
    styles: await joined(styles.map((file) => html`<link rel="stylesheet" crossorigin href="/${file}" />`)),
    scripts: await joined(scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/${file}" />`)),
  }
}

const joined = async (links: readonly ReturnType<typeof html>[]): Promise<string> => (await Promise.all(links)).join('')
