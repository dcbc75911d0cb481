import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ARMOR } from '#shared/domain/armor.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { dressOf } from '../bench/faces/dress.ts'
import { readOptions } from '../bench/faces/options.ts'
import { type Choice, listPhotos } from '../bench/faces/photos.ts'

describe('what the faces wear', () => {
  const all = Array.from({ length: 32 * 45 }, (_, i) => dressOf(i + 1))

  test('a third wear nothing, on odd and on even lines', () => {
    for (const parity of [0, 1]) {
      const bare = all.filter((dress, i) => i % 2 === parity && dress.gear === 'none').length
      expect(bare / (all.length / 2)).toBeCloseTo(1 / 3, 2)
    }
  })

  test('every piece and every team has its turn within fifty lines', () => {
    const some = all.slice(0, 50)
    expect(new Set(some.map(({ gear }) => gear)).size).toBe(ARMOR.length)
    expect(new Set(some.map(({ team }) => team)).size).toBe(TEAMS.length)
  })

  test('all wear what is asked for, and nothing that does not exist', () => {
    expect(dressOf(2, 'duck').gear).toBe('duck')
    expect(() => dressOf(2, 'sombrero')).toThrow('no gear sombrero')
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
  const keysOf = async (choice: Partial<Choice> = {}) =>
    (await listPhotos({ only: null, lines: 'all', ...choice })).map(({ key, line }) => `${line} ${key}`)

  test('are sorted by name and keep their line, whichever are asked for', async () => {
    expect(await keysOf()).toEqual(['1 face-9', '2 face-10', '3 other'])
    expect(await keysOf({ lines: 'odd' })).toEqual(['1 face-9', '3 other'])
    expect(await keysOf({ lines: 'even' })).toEqual(['2 face-10'])
    expect(await keysOf({ only: ['other'] })).toEqual(['3 other'])
  })

  test('that are not there are named', async () => {
    await expect(keysOf({ only: ['nobody'] })).rejects.toThrow('holds no photo of nobody')
    await expect(keysOf({ only: ['other'], lines: 'even' })).rejects.toThrow('no photo that is asked for')
  })

  test('stand in the order of its list', async () => {
    writeFileSync(join(folder, 'list.tsv'), 'other\tx\r\nface-9\n')
    expect(await keysOf()).toEqual(['1 other', '2 face-9'])
    rmSync(join(folder, 'list.tsv'))
  })

  test('may not share a name', async () => {
    writeFileSync(join(folder, 'other.jpg'), '')
    await expect(keysOf()).rejects.toThrow('two photos of other')
    rmSync(join(folder, 'other.jpg'))
  })
})

describe('the options', () => {
  test('choose photos', () => {
    expect(readOptions(['--only=a,b', '--odd'], {}).choice).toEqual({ only: ['a', 'b'], lines: 'odd' })
    expect(readOptions([], {}).choice).toEqual({ only: null, lines: 'all' })
  })

  test('that no command has are refused', () => {
    expect(() => readOptions(['--gears=duck'], { gear: { type: 'string' } })).toThrow("Unknown option '--gears'")
    expect(() => readOptions(['--odd', '--even'], {})).toThrow('leave nothing')
  })
})
