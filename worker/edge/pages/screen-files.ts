import * as z from 'zod'
import { html } from 'hono/html'

/** What the build says of its files, by source; see `manifest` in web/vite.config.ts. */
const MANIFEST_PATH = '/assets/manifest.json'
const Chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})
const Manifest = z.record(z.string(), Chunk)
type Manifest = z.infer<typeof Manifest>

const ENTRY = 'index.html'

/** The same for as long as a build is served. */
const manifests = new WeakMap<Fetcher, Promise<Manifest>>()

function manifestOf(assets: Fetcher, origin: string): Promise<Manifest> {
  const reading = manifests.get(assets) ?? readManifest(assets, origin)
  manifests.set(assets, reading)
  return reading.catch(() => {
    // What it says is a matter of speed alone: without it the page stands, and the next one asks again.
    manifests.delete(assets)
    return {}
  })
}

async function readManifest(assets: Fetcher, origin: string): Promise<Manifest> {
  const response = await assets.fetch(new Request(new URL(MANIFEST_PATH, origin)))
  return Manifest.parse(await response.json())
}

/**
 * The links by which a page asks for the scripts and styles of its screen together with the first ones, instead of
 * after them.
 *
 * @param source the screen's module, from the folder of the web app
 */
export async function screenFiles(assets: Fetcher, origin: string, source: string): Promise<string> {
  const manifest = await manifestOf(assets, origin)
  const first = filesOf(manifest, ENTRY)
  const later = filesOf(manifest, source)
  const links = [
    ...later.styles
      .filter((file) => !first.styles.includes(file))
      .map((file) => html`<link rel="stylesheet" crossorigin href="/${file}" />`),
    ...later.scripts
      .filter((file) => !first.scripts.includes(file))
      .map((file) => html`<link rel="modulepreload" crossorigin href="/${file}" />`),
  ]
  return (await Promise.all(links)).join('')
}

/** A module's own files and those of everything it cannot start without, what is needed first coming first. */
function filesOf(manifest: Manifest, source: string): { scripts: string[]; styles: string[] } {
  const [scripts, styles, seen] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined || seen.has(name)) return
    seen.add(name)
    for (const needed of chunk.imports) visit(needed)
    for (const file of chunk.css) styles.add(file)
    scripts.add(chunk.file)
  }
  visit(source)
  return { scripts: [...scripts], styles: [...styles] }
}
