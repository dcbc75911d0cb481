import * as z from 'zod'
import { createBuiltFileReader } from './built-file.ts'

/** Vite's build manifest: output files by source module. */
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

/** The app's entry module. */
export const ENTRY = 'index.html'

const readManifest = createBuiltFileReader(MANIFEST_PATH, Manifest, {})

/** Paths relative to the site's root, without a leading slash, in load order. */
export type BuiltFiles = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/**
 * Returns the files of a module and its static imports. Empty if the manifest cannot be read: pages then load slower or
 * without styles.
 */
export async function readBuiltFiles(assets: Fetcher, origin: string, source: string): Promise<BuiltFiles> {
  return collectFiles(await readManifest(assets, origin), source)
}

function collectFiles(manifest: Manifest, source: string): BuiltFiles {
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
