import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ARMOR } from '#shared/domain/armor.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { getDress } from '../bench/faces/dress.ts'
import { readOptions } from '../bench/faces/options.ts'
import { type Choice, listPhotos } from '../bench/faces/photos.ts'

describe('gear of the benchmark faces', () => {
  const all = Array.from({ length: 32 * 45 }, (_, i) => getDress(i + 1))

  test('leaves a third of the faces bare, on odd and on even lines', () => {
    for (const parity of [0, 1]) {
      const bare = all.filter((dress, i) => i % 2 === parity && dress.gear === 'none').length
      expect(bare / (all.length / 2)).toBeCloseTo(1 / 3, 2)
    }
  })

  test('uses every piece and every team within fifty lines', () => {
    const some = all.slice(0, 50)
    expect(new Set(some.map(({ gear }) => gear)).size).toBe(ARMOR.length)
    expect(new Set(some.map(({ team }) => team)).size).toBe(TEAMS.length)
  })

  test('assigns the requested piece to all faces, and rejects an unknown one', () => {
    expect(getDress(2, 'duck').gear).toBe('duck')
    expect(() => getDress(2, 'sombrero')).toThrow('no gear sombrero')
  })
})

describe('the photos of a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'photos-'))
  beforeAll(() => {
    for (const name of ['face-10.jpg', 'face-9.PNG', 'other.webp', 'notes.txt']) writeFileSync(join(folder, name), '')
    vi.stubEnv('FACES', folder)
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const listKeys = async (choice: Partial<Choice> = {}) =>
    (await listPhotos({ only: null, lines: 'all', ...choice })).map(({ key, line }) => `${line} ${key}`)

  test('sorts photos by name, numerically, and keeps line numbers in a selection', async () => {
    expect(await listKeys()).toEqual(['1 face-9', '2 face-10', '3 other'])
    expect(await listKeys({ lines: 'odd' })).toEqual(['1 face-9', '3 other'])
    expect(await listKeys({ lines: 'even' })).toEqual(['2 face-10'])
    expect(await listKeys({ only: ['other'] })).toEqual(['3 other'])
  })

  test('names missing photos in its error', async () => {
    await expect(listKeys({ only: ['nobody'] })).rejects.toThrow('holds no photo of nobody')
    await expect(listKeys({ only: ['other'], lines: 'even' })).rejects.toThrow('no photo that is asked for')
  })

  test("sorts photos by the folder's list", async () => {
    writeFileSync(join(folder, 'list.tsv'), 'other\tx\r\nface-9\n')
    expect(await listKeys()).toEqual(['1 other', '2 face-9'])
    rmSync(join(folder, 'list.tsv'))
  })

  test('rejects two photos with the same name', async () => {
    writeFileSync(join(folder, 'other.jpg'), '')
    await expect(listKeys()).rejects.toThrow('two photos of other')
    rmSync(join(folder, 'other.jpg'))
  })
})

describe('benchmark options', () => {
  test('selects photos by options', () => {
    expect(readOptions(['--only=a,b', '--odd'], {}).choice).toEqual({ only: ['a', 'b'], lines: 'odd' })
    expect(readOptions([], {}).choice).toEqual({ only: null, lines: 'all' })
  })

  test('rejects unknown options', () => {
    expect(() => readOptions(['--gears=duck'], { gear: { type: 'string' } })).toThrow("Unknown option '--gears'")
    expect(() => readOptions(['--odd', '--even'], {})).toThrow('leave nothing')
  })
})
