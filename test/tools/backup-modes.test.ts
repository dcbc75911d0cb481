import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const archive = new URL('../../.dev/backup/archive.mjs', import.meta.url).href
const { backUp } = (await import(archive)) as { backUp: (place: object, folder: string) => Promise<object> }

const statement = (sql: string) => ({
  bind: () => statement(sql),
  async all() {
    if (sql.includes('sqlite_master'))
      return { results: [{ type: 'table', name: 'users', sql: 'create table users (id)' }] }
    if (sql.includes('table_info')) return { results: [{ name: 'id', pk: 1 }] }
    return { results: [{ id: 'u1', 'key 0': 'u1' }] }
  },
})
const place = {
  db: { prepare: statement },
  files: {
    list: async () => ({ objects: [{ key: 'cards/1.jpg', size: 1 }], truncated: false }),
    get: async () => ({ body: new Blob(['x']).stream() }),
  },
}

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'backup-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Every mode below a folder, files and folders apart. */
function modesBelow(folder: string): { files: Set<string>; folders: Set<string> } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const modes = (wanted: boolean) =>
    new Set(
      entries
        .filter((entry) => entry.isDirectory() === wanted)
        .map((entry) => modeOf(join(entry.parentPath, entry.name))),
    )
  return { files: modes(false), folders: new Set([...modes(true), modeOf(folder)]) }
}

describe('a backup', () => {
  it.each([
    ['a folder of its own', false],
    ['a folder that was open to everybody', true],
  ])('in %s is readable by its owner alone', async (_, isThere) => {
    const folder = join(home, 'backup')
    if (isThere) {
      mkdirSync(folder)
      chmodSync(folder, 0o755)
    }
    await backUp(place, folder)
    expect(readdirSync(join(folder, 'objects'))).toHaveLength(1)
    expect(modesBelow(folder)).toEqual({ files: new Set(['600']), folders: new Set(['700']) })
  })
})
