/**
 * `node .dev/package-client.mjs`: builds the backend client as a package for other apps, in `dist/fantasy-cards-client`
 * and packed as `dist/fantasy-cards-client.tgz`.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './env.mjs'

export const CLIENT_PACKAGE = 'fantasy-cards-client'

const entry = (path) => ({ types: `./${path}.d.ts`, default: `./${path}.js` })

/** Returns the package.json. Its version and engines are the project's. */
function manifest() {
  const { version, engines } = readJson(join(root, 'package.json'))
  return {
    name: CLIENT_PACKAGE,
    version,
    description: 'Client of the embedded backend: tables, files, AI, web data, accounts, mail, realtime and analytics',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    engines,
    files: ['client', 'query'],
    types: './client/index.d.ts',
    exports: {
      '.': entry('client/index'),
      './browser': entry('client/browser/host'),
      './package.json': './package.json',
    },
  }
}

/**
 * Empties a folder and writes the package to it: JavaScript and types of each source, README, license and package.json.
 *
 * @param {string} folder an absolute path
 * @throws with the compiler's output if the sources do not compile
 */
export async function writeClientPackage(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const options = ['-p', 'shared/client/tsconfig.package.json', '--outDir', folder]
  const { code, output } = await run('tsc', options)
  if (code !== 0) throw new Error(`The client does not compile:\n${output}`)
  for (const name of readdirSync(folder, { recursive: true })) if (name.endsWith('.d.ts')) pointToModules(folder, name)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  writeFileSync(join(folder, 'README.md'), withoutLinks(readFileSync(join(root, 'shared/client/README.md'), 'utf8')))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

/**
 * Packs the folder that `writeClientPackage` has written.
 *
 * @returns {Promise<{ file: string, files: string[], bytes: number }>} the archive, the names in it and its size
 */
export async function packClient(folder, destination) {
  const { code, output } = await run('npm', ['pack', folder, '--json', '--silent', '--pack-destination', destination])
  const json = output.slice(output.indexOf('['))
  if (code !== 0 || json === '') throw new Error(`npm pack failed:\n${output}`)
  const [{ filename, files, size }] = JSON.parse(json)
  const file = join(destination, `${CLIENT_PACKAGE}.tgz`)
  renameSync(join(destination, filename), file)
  return { file, files: files.map(({ path }) => path).sort(), bytes: size }
}

/** Rewrites imports in declarations. The compiler rewrites those in modules only, and uses project paths in declarations. */
function pointToModules(folder, name) {
  const path = join(folder, name)
  const up = posix.relative(posix.dirname(name.replaceAll(sep, '/')), '.') || '.'
  const text = readFileSync(path, 'utf8')
    .replaceAll(/(['"])#shared\//g, `$1${up}/`)
    .replaceAll(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2')
  writeFileSync(path, text)
}

/** Removes the README's links into the project, which do not work in the package. */
const withoutLinks = (text) => text.replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, '$1')

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

async function main() {
  const dist = join(root, 'dist')
  const folder = join(dist, CLIENT_PACKAGE)
  await writeClientPackage(folder)
  const { file, files, bytes } = await packClient(folder, dist)
  process.stdout.write(`${file}: ${files.length} files, ${(bytes / 1024).toFixed(1)} KB\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
