import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** A Worker that tests or benches serve by themselves, as one module. @param entry its file */
export async function bundleWorker(entry: URL): Promise<string> {
  const made = await build({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url).href),
    logLevel: 'error',
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: fileURLToPath(entry.href),
      write: false,
      target: 'es2023',
      rollupOptions: { external: [/^(?:cloudflare|node):/], output: { codeSplitting: false } },
    },
  })
  const [{ output }] = (Array.isArray(made) ? made : [made]) as [{ output: { type: string; code?: string }[] }]
  return output.find(({ type }) => type === 'chunk')!.code!
}
