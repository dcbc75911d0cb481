import * as z from 'zod'
import { builtFile } from './built-file.ts'

/** The build's manifest of its files, by source; see `manifest` in web/vite.config.ts. */
const MANIFEST_PATH = '/assets/manifest.json'
const Chunk = z.lazy(() =>
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
const Manifest = z.lazy(() => z.record(z.string(), Chunk))
type Manifest = z.infer<typeof Manifest>

/** The module that every screen starts from. */
export const ENTRY = 'index.html'

const manifestOf = builtFile(MANIFEST_PATH, Manifest, {})

/** Paths of the build's files, from the site's root and without a slash in front; in the order they are needed. */
export type BuiltFiles = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/**
 * A module's own files and those of everything it cannot start without. None when the build does not say: what is lost
 * then is speed or looks, and the next one asks again.
 */
export async function builtFiles(assets: Fetcher, origin: string, source: string): Promise<BuiltFiles> {
  return filesOf(await manifestOf(assets, origin), source)
}

function filesOf(manifest: Manifest, source: string): BuiltFiles {
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
