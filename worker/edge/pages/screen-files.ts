import { html } from 'hono/html'
import { readBuiltFiles, ENTRY } from '#worker/http/built-files.ts'

/** Link tags for a screen's files, as HTML. */
export type ScreenFiles = { readonly styles: string; readonly scripts: string }

/**
 * Returns the tags that load a screen's scripts and styles in parallel with the entry's, instead of after them.
 *
 * @param source the screen's module, relative to the web app's folder
 */
export async function screenFiles(assets: Fetcher, origin: string, source: string): Promise<ScreenFiles> {
  const entry = await readBuiltFiles(assets, origin, ENTRY)
  const screen = await readBuiltFiles(assets, origin, source)
  const styles = screen.styles.filter((file) => !entry.styles.includes(file))
  const scripts = screen.scripts.filter((file) => !entry.scripts.includes(file))
  return {
    styles: await toHtml(styles.map((file) => html`<link rel="stylesheet" crossorigin href="/${file}" />`)),
    scripts: await toHtml(scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/${file}" />`)),
  }
}

const toHtml = async (links: readonly ReturnType<typeof html>[]): Promise<string> => (await Promise.all(links)).join('')
