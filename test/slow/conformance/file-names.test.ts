import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { type AuthApp, createAuthApp, type TokenResponse } from '../../support/auth.ts'
import { as, PROJECT, sendJson, listStoredKeys, upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { findOffenders } from '../../support/offenders.ts'
import { portraitBytes } from '../../support/portrait.ts'

beforeEach(freshDatabase)

const bytes = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0)!)
const PNG = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const JPEG = bytes('\xff\xd8\xff\xe0\0\x10JFIF\0')
const ZIP = bytes('PK\x03\x04\x14\0')
const OLE = bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const TEXT = bytes('words')

type Content = Uint8Array<ArrayBuffer>
const app = createTestApp()

const put = async (path: string, content: Content, upsert = false, type = '') => {
  const options = { options: JSON.stringify({ upsert }) }
  const file = { file: new Blob([content], { type }), path, headers: as.service(), ...options }
  return (await upload(app, file)).status
}
const download = async (path: string) => {
  const query = new URLSearchParams({ path })
  const response = await app.send(`/api/storage/${PROJECT}/download?${query}`, { headers: as.service() })
  return response.json<{ downloadUrl: string; contentType: string; size: number; code?: string }>()
}
const readContent = async (path: string) => {
  const { pathname } = new URL((await download(path)).downloadUrl)
  return new Uint8Array(await (await app.send(pathname)).arrayBuffer())
}
const remove = async (...paths: string[]) => {
  const init = { method: 'DELETE', headers: as.service() }
  return (await sendJson(app, `/api/storage/${PROJECT}/remove`, { paths }, init)).status
}

describe('file names', () => {
  const AS_GIVEN: readonly (readonly [name: string, content: Content])[] = [
    ['report.docx', ZIP],
    ['report.xlsx', ZIP],
    ['bundle.tar.gz', bytes('\x1f\x8b\x08\0')],
    ['app.apk', ZIP],
    ['old.xls', OLE],
    ['site.js', bytes('alert(1)')],
    ['site.css', bytes('*{}')],
    ['page.html', bytes('<!doctype html>')],
    ['data.json', bytes('{"a":1}')],
    ['data', bytes('{"a":1}')],
    ['notes', TEXT],
    ['notes.TXT', TEXT],
    ['table.csv', bytes('\xef\xbb\xbfa,b')],
    ['.env', TEXT],
    ['trailing.', TEXT],
    ['a.b.c', bytes('\0\x01\x02')],
    ['cars.txt', bytes('BMW and others')],
    ['music.txt', bytes('ID3 tags, explained')],
    ['boxes.txt', bytes('The ftyp box of a film')],
    ['ogg.txt', bytes('OggS is a container')],
    ['pdf.txt', bytes('%PDF is how they begin')],
    ['photo.jpeg', JPEG],
    ['PHOTO.JPG', JPEG],
    ['photo.jfif', JPEG],
    ['scan.tif', bytes('II*\0\x08\0\0\0')],
    ['song.opus', bytes('OggS\0\x02')],
    ['film.mkv', bytes('\x1a\x45\xdf\xa3\x9f')],
    ['film.mov', bytes('\0\0\0\x14ftypqt  ')],
    ['song.m4a', bytes('\0\0\0\x20ftypM4A \0\0\0\0')],
    ['日本.txt', TEXT],
  ]

  it('keeps a given file name', async () => {
    const offenders = await findOffenders(
      AS_GIVEN,
      ([name]) => name,
      async ([name, content]) => {
        expect(await put(`x/${name}`, content)).toBe(200)
        expect(await listStoredKeys()).toEqual([`x/${name}`])
        expect(await readContent(`x/${name}`)).toEqual(content)
        expect(await remove(`x/${name}`)).toBe(200)
      },
    )
    expect(offenders).toEqual([])
  })

  const EXTENDED: readonly (readonly [given: string, content: Content, stored: string])[] = [
    ['wrong.txt', PNG, 'wrong.png'],
    ['photo.png', JPEG, 'photo.jpg'],
    ['photo.PNG', JPEG, 'photo.jpg'],
    ['photo', PNG, 'photo.png'],
    ['photo.', PNG, 'photo.png'],
    ['.photo', PNG, '.photo.png'],
    ['photo.2026.05.10', PNG, 'photo.2026.05.10.png'],
    ['v1.2/photo.tar.gz', PNG, 'v1.2/photo.tar.png'],
    ['photo.docx', JPEG, 'photo.jpg'],
    ['paper.doc', bytes('%PDF-1.7\n'), 'paper.pdf'],
    ['song.txt', bytes('ID3\x03\0'), 'song.mp3'],
    ['song.jpg', bytes('\0\0\0\x20ftypM4A \0\0\0\0'), 'song.m4a'],
    ['film.txt', bytes('\0\0\0\x20ftypisom'), 'film.mp4'],
    ['photo.jpg', bytes('\0\0\0\x18ftypmif1\0\0\0\0mif1heic'), 'photo.heic'],
    ['photo.jpg', bytes('\0\0\0\x18ftypmif1\0\0\0\0mif1avif'), 'photo.avif'],
    ['film.bin', bytes('RIFF\0\0\0\0AVI LIST'), 'film.avi'],
  ]

  it('replaces the extension to match the content', async () => {
    const offenders = await findOffenders(
      EXTENDED,
      ([given]) => given,
      async ([given, content, stored]) => {
        expect(await put(given, content)).toBe(200)
        expect(await listStoredKeys()).toEqual([stored])
        for (const name of [given, stored]) expect(await readContent(name)).toEqual(content)
        const served = await app.send(`/storage/${PROJECT}/${given}`)
        expect(new Uint8Array(await served.arrayBuffer())).toEqual(content)
        expect(await remove(given)).toBe(200)
        expect(await listStoredKeys()).toEqual([])
        expect(await download(given)).toMatchObject({ code: 'FILE_NOT_FOUND' })
        expect(await put(given, content)).toBe(200)
        expect(await remove(stored)).toBe(200)
        expect([await listStoredKeys(), await download(given)]).toMatchObject([[], { code: 'FILE_NOT_FOUND' }])
      },
    )
    expect(offenders).toEqual([])
  })

  it('treats Unicode forms as one name, and letter cases as two', async () => {
    expect(await put('cafe\u0301.txt', TEXT)).toBe(200)
    expect(await put('caf\u00e9.txt', TEXT)).toBe(409)
    expect(await readContent('cafe\u0301.txt')).toEqual(TEXT)
    expect([await put('A.txt', TEXT), await put('a.txt', PNG), await put('a.TXT', TEXT)]).toEqual([200, 200, 200])
    expect([await readContent('A.txt'), await readContent('a.txt'), await readContent('a.TXT')]).toEqual([
      TEXT,
      PNG,
      TEXT,
    ])
  })

  it('detects the office document inside a container', async () => {
    await put('report.docx', ZIP)
    await put('table.xls', OLE)
    await put('other.zip', ZIP)
    const types = await Promise.all(['report.docx', 'table.xls', 'other.zip'].map(download))
    expect(types.map(({ contentType }) => contentType)).toEqual([
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/zip',
    ])
  })
})

describe('conflicting names', () => {
  it.each([false, true])('rejects two names for one file, in either order and with upsert %s', async (upsert) => {
    expect(await put('a.jpg', JPEG)).toBe(200)
    expect(await put('a.png', JPEG, upsert)).toBe(409)
    expect(await put('b.png', JPEG)).toBe(200)
    expect(await put('b.jpg', JPEG, upsert)).toBe(409)
    expect(await put('b.txt', JPEG, upsert)).toBe(409)
    expect(await listStoredKeys()).toEqual(['a.jpg', 'b.jpg'])
    // A name that maps to a file cannot name another file.
    expect(await put('b.docx', JPEG, upsert)).toBe(409)
    expect(await put('c.txt', PNG)).toBe(200)
    expect(await put('c.png', PNG, upsert)).toBe(409)
  })

  it('rejects a name that conflicts with an older file', async () => {
    await testEnv().FILES.put('old.jpg', 'old')
    expect(await put('old.png', JPEG, true)).toBe(409)
    expect(await readContent('old.jpg')).toEqual(bytes('old'))
    expect(await put('old.jpg', JPEG, true)).toBe(200)
    await testEnv().FILES.put('old.txt', 'old')
    expect(await put('old.txt', PNG)).toBe(409)
    expect(await readContent('old.txt')).toEqual(bytes('old'))
    expect(await put('old.txt', PNG, true)).toBe(200)
    expect(await listStoredKeys()).toEqual(['old.jpg', 'old.png'])
    expect(await remove('old.txt', 'old.jpg')).toBe(200)
    expect(await listStoredKeys()).toEqual([])
  })

  it('stores one of several concurrent conflicting names, and refuses the others', async () => {
    for (const upsert of [false, true]) {
      const names = ['p.jpg', 'p.png', 'p.gif', 'p.txt', 'p']
      const results = await Promise.all(names.map((name) => put(`${upsert}/${name}`, JPEG, upsert)))
      expect(results.toSorted()).toEqual([200, 409, 409, 409, 409])
      const winner = names[results.indexOf(200)]!
      expect(await listStoredKeys()).toContain(`${upsert}/p.jpg`)
      expect(await readContent(`${upsert}/${winner}`)).toEqual(JPEG)
      const losers = names.filter((name) => name !== winner && name !== 'p.jpg')
      for (const loser of losers) expect(await download(`${upsert}/${loser}`)).toMatchObject({ code: 'FILE_NOT_FOUND' })
    }
  })
})

describe('repeated names', () => {
  it('rejects the same name without upsert and replaces it with upsert, even when its extension changes', async () => {
    expect(await put('a.txt', PNG)).toBe(200)
    for (const content of [PNG, JPEG, TEXT]) expect(await put('a.txt', content)).toBe(409)
    expect(await put('a.txt', JPEG, true)).toBe(200)
    expect([await listStoredKeys(), await readContent('a.txt')]).toEqual([['a.jpg'], JPEG])
    expect(await put('a.txt', TEXT, true)).toBe(200)
    expect([await listStoredKeys(), await readContent('a.txt')]).toEqual([['a.txt'], TEXT])
    expect(await put('a.txt', PNG, true)).toBe(200)
    expect([await listStoredKeys(), await readContent('a.txt')]).toEqual([['a.png'], PNG])
    expect(await put('a.jpg', JPEG)).toBe(200)
  })

  it('stores one file when several types arrive concurrently under one name', async () => {
    for (const upsert of [false, true]) {
      const contents = [JPEG, PNG, TEXT, bytes('GIF89a')]
      const results = await Promise.all(contents.map((content) => put('a.txt', content, upsert)))
      expect(results.filter((status) => status === 200).length).toBeGreaterThan(0)
      expect(results.every((status) => status === 200 || status === 409)).toBe(true)
      expect(await listStoredKeys()).toHaveLength(1)
      expect((await readContent('a.txt')).length).toBeGreaterThan(0)
      await remove('a.txt')
    }
  })

  it('frees a name when its file is deleted, and after a failed upload', async () => {
    expect(await put('a.txt', PNG)).toBe(200)
    await testEnv().FILES.delete('a.png')
    await testEnv().DB.prepare('update file_names set at = 0').run()
    expect(await put('a.png', PNG)).toBe(200)
    expect(await download('a.txt')).toMatchObject({ code: 'FILE_NOT_FOUND' })
    expect(await put('a.txt', PNG)).toBe(409)
    expect(await put('a.gif', PNG)).toBe(409)
    const { results } = await testEnv().DB.prepare('select given, path from file_names').all()
    expect(results).toEqual([{ given: 'a.png', path: 'a.png' }])
  })
})

describe('a sender that corrected the name itself', () => {
  const send = async (path: string, given: string, content: Content) => {
    const form = new FormData()
    form.set('file', new Blob([content]))
    form.set('path', path)
    form.set('given', given)
    return (await app.send(`/api/storage/${PROJECT}/upload`, { method: 'POST', headers: as.service(), body: form }))
      .status
  }

  it('accepts a corrected name together with the given one', async () => {
    expect(await send('a.jpg', 'a.png', JPEG)).toBe(200)
    expect([await listStoredKeys(), await readContent('a.png')]).toEqual([['a.jpg'], JPEG])
    expect(await put('a.png', JPEG)).toBe(409)
  })

  it.each([
    ['a.jpg', 'b.png'],
    ['a.jpg', '../a.png'],
    ['a.jpg', 'x/a.png'],
    ['a.jpg', 'a.jpeg'],
  ])('rejects a corrected name of another file: %s, given %s', async (path, given) => {
    expect(await send(path, given, JPEG)).toBe(400)
    expect(await listStoredKeys()).toEqual([])
  })
})

it('stores photos uploaded by the service under separate names', async () => {
  const photo = portraitBytes()
  expect(await put('player-photos/1.png', photo)).toBe(200)
  expect(await put('player-photos/1.webp', photo, true)).toBe(409)
  expect(await put('player-photos/1.png', photo, true)).toBe(200)
  expect(await listStoredKeys()).toEqual(['player-photos/1.jpg'])
  expect(await remove('player-photos/1.png')).toBe(200)
  expect(await listStoredKeys()).toEqual([])
})

describe('a user’s files', () => {
  let people: AuthApp
  let ann: TokenResponse
  beforeEach(async () => {
    people = createAuthApp()
    ann = await people.signUp()
  })
  const own = (name: string) => `users/${ann.user.id}/${name}`
  const headers = () => ({ authorization: `Bearer ${ann.access_token}` })
  const keep = async (name: string, content: Content, upsert = false) =>
    (
      await upload(people, {
        file: new Blob([content]),
        path: own(name),
        headers: headers(),
        options: JSON.stringify({ upsert }),
      })
    ).status
  const totals = async () =>
    (await testEnv().DB.prepare(`select files, bytes from owned_file_totals where user_id <> ''`).first()) ?? null

  it('lists, counts and deletes a user’s files by their given names', async () => {
    expect(await keep('site.js', bytes('alert(1)'))).toBe(200)
    expect(await keep('site.css', bytes('*{}'), true)).toBe(200)
    expect(await keep('a.txt', bytes('GIF89a'))).toBe(200)
    expect(await keep('a.png', bytes('GIF89a'), true)).toBe(409)
    expect(await totals()).toEqual({ files: 3, bytes: 17 })
    expect(await keep('a.txt', bytes('four'), true)).toBe(200)
    expect(await totals()).toEqual({ files: 3, bytes: 15 })
    expect(await keep('a.txt', bytes('GIF89a'), true)).toBe(200)
    const query = new URLSearchParams({ path: own('a.txt') })
    const found = await people.send(`/api/storage/${PROJECT}/download?${query}`, { headers: headers() })
    expect(await found.json()).toMatchObject({ size: 6, contentType: 'image/gif' })
    const init = { method: 'DELETE', headers: headers() }
    const paths = [own('a.txt'), own('site.js'), own('site.css')]
    expect((await sendJson(people, `/api/storage/${PROJECT}/remove`, { paths }, init)).status).toBe(200)
    expect([await listStoredKeys(), await totals()]).toEqual([[], null])
  })

  it('deletes a user’s files and their names with the account', async () => {
    await keep('a.txt', bytes('GIF89a'))
    await people.call('DELETE', '/account', undefined, { token: ann.access_token })
    const { results } = await testEnv().DB.prepare('select * from file_names').all()
    expect([await listStoredKeys(), results]).toEqual([[], []])
  })
})
