import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthApp, createAuthApp, PROJECT, type TokenAnswer } from '../../support/auth.ts'
import { as, publicPathOf, storedKeys, upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const STORAGE = `/api/storage/${PROJECT}`
const MEGABYTE = 1024 * 1024

let app: AuthApp
let ann: TokenAnswer
let ben: TokenAnswer
beforeEach(async () => {
  await freshDatabase()
  app = createAuthApp({ PEOPLE_FILES_MAX_MB: '25' })
  ann = await app.signUp()
  ben = await app.signUp('ben@example.com')
})

const bearer = ({ access_token: token }: TokenAnswer) => ({ authorization: `Bearer ${token}` })
const homeOf = ({ user }: TokenAnswer) => `users/${user.id}/`
const put = (
  person: TokenAnswer,
  path: string,
  content: string | Uint8Array<ArrayBuffer> = 'hello',
  upsert?: boolean,
) =>
  upload(app, {
    file: new Blob([content], { type: 'text/plain' }),
    path,
    headers: bearer(person),
    ...(upsert !== undefined && { options: JSON.stringify({ upsert }) }),
  })
const said = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code]
const list = async (person: TokenAnswer, search = '') => {
  const answer = await app.send(`${STORAGE}/list${search}`, { headers: bearer(person) })
  return answer.json<{
    files: { path: string; size: number; publicUrl: string }[]
    cursor: string | null
    code?: string
  }>()
}
const remove = (headers: Record<string, string>, paths: string[]) =>
  app.send(`${STORAGE}/remove`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ paths }),
  })
const ledger = async () =>
  (await testEnv().DB.prepare('select * from owned_file_totals order by user_id').all()).results
const confirm = (email: string) =>
  testEnv().DB.prepare('update users set email_verified = 1 where email = ?1').bind(email).run()

describe('a signed-in person', () => {
  it('lets a user store, read, list and remove files below users/ and their id', async () => {
    const stored = await put(ann, `${homeOf(ann)}notes/a.txt`)
    expect(stored.status).toBe(200)
    const path = await publicPathOf(stored)
    const served = await app.send(path)
    expect([await served.text(), served.headers.get('cache-control')]).toEqual(['hello', 'private, no-cache'])
    await put(ann, `${homeOf(ann)}b.txt`, 'and more')
    const { files, cursor } = await list(ann)
    expect(files.map(({ path: key, size }) => [key, size])).toEqual([
      [`${homeOf(ann)}b.txt`, 8],
      [`${homeOf(ann)}notes/a.txt`, 5],
    ])
    expect([files[1]!.publicUrl.endsWith(path), cursor]).toEqual([true, null])
    expect((await list(ann, `?prefix=${homeOf(ann)}notes/`)).files).toHaveLength(1)
    const first = await list(ann, '?limit=1')
    expect((await list(ann, `?limit=1&cursor=${encodeURIComponent(first.cursor!)}`)).files).toEqual([files[1]])
    const found = await app.send(`${STORAGE}/download?path=${homeOf(ann)}b.txt`, { headers: bearer(ann) })
    expect(await found.json()).toMatchObject({ filename: 'b.txt', size: 8 })
    expect(
      (
        await remove(
          bearer(ann),
          files.map((file) => file.path),
        )
      ).status,
    ).toBe(200)
    expect([(await list(ann)).files, await storedKeys(), await ledger()]).toEqual([[], [], []])
  })

  it('replaces a user’s file only with upsert', async () => {
    const path = `${homeOf(ann)}a.txt`
    await put(ann, path)
    expect(await said(await put(ann, path, 'other'))).toEqual([409, 'FILE_EXISTS'])
    expect((await put(ann, path, 'other!', true)).status).toBe(200)
    expect((await list(ann)).files).toMatchObject([{ path, size: 6 }])
    expect(await ledger()).toMatchObject([
      { user_id: '', bytes: 6, files: 1 },
      { bytes: 6, files: 1 },
    ])
  })

  it('refuses access to another user’s files, except by their address', async () => {
    const path = `${homeOf(ben)}a.txt`
    await put(ben, path)
    const before = await storedKeys()
    for (const wanted of [
      `${homeOf(ben)}x.txt`,
      path,
      'users/x.txt',
      `${homeOf(ann)}../${ben.user.id}/x.txt`,
      'cards/x.txt',
      'a.txt',
    ])
      expect((await put(ann, wanted, 'mine', true)).status, wanted).toBeGreaterThanOrEqual(400)
    expect(await said(await remove(bearer(ann), [path]))).toEqual([403, 'FORBIDDEN'])
    expect(await said(await remove(bearer(ann), [`${homeOf(ann)}a.txt`, path]))).toEqual([403, 'FORBIDDEN'])
    for (const prefix of [homeOf(ben), 'users/', 'cards/', homeOf(ann).slice(0, -1)])
      expect((await list(ann, `?prefix=${prefix}`)).code, prefix).toBe('FORBIDDEN')
    const looked = await app.send(`${STORAGE}/download?path=${path}`, { headers: bearer(ann) })
    expect(await said(looked)).toEqual([404, 'FILE_NOT_FOUND'])
    expect(await storedKeys()).toEqual(before)
  })

  it('lets callers without a token store, list and remove nothing', async () => {
    const path = `${homeOf(ann)}a.txt`
    await put(ann, path)
    for (const headers of [as.keyless(), as.public()]) {
      const tried = await upload(app, { file: new Blob(['x']), path: `${homeOf(ann)}b.txt`, headers })
      expect(tried.status).toBe(403)
      expect((await remove(headers, [path])).status).toBe(403)
      expect((await app.send(`${STORAGE}/list?prefix=${homeOf(ann)}`, { headers })).status).toBe(403)
    }
    expect(await storedKeys()).toEqual([path])
  })
})

describe('the room for files', () => {
  /** Leaves room for so many bytes below a limit, as if large files were there. */
  const leave = async (bytes: number, megabytes: number, userId: string) =>
    testEnv()
      .DB.prepare('update owned_file_totals set bytes = ?1 where user_id = ?2')
      .bind(megabytes * MEGABYTE - bytes, userId)
      .run()

  it('limits an account to 10 MB until its address is confirmed', async () => {
    await put(ann, `${homeOf(ann)}a.txt`)
    await leave(6, 10, ann.user.id)
    expect(await said(await put(ann, `${homeOf(ann)}b.txt`, '7 bytes'))).toEqual([413, 'STORAGE_FULL'])
    expect((await put(ann, `${homeOf(ann)}a.txt`, '11 bytes...', true)).status).toBe(200)
    expect(await said(await put(ann, `${homeOf(ann)}b.txt`, '1'))).toEqual([413, 'STORAGE_FULL'])
    await confirm('ann@example.com')
    expect((await put(ann, `${homeOf(ann)}b.txt`, '7 bytes')).status).toBe(200)
    expect((await storedKeys()).length).toBe(2)
  })

  it('limits the files of all users together', async () => {
    await put(ann, `${homeOf(ann)}a.txt`)
    await leave(6, 25, '')
    expect(await said(await put(ben, `${homeOf(ben)}a.txt`, '7 bytes'))).toEqual([413, 'STORAGE_FULL'])
    expect((await put(ben, `${homeOf(ben)}a.txt`, '6 byte')).status).toBe(200)
    await remove(bearer(ann), [`${homeOf(ann)}a.txt`])
    expect((await put(ben, `${homeOf(ben)}b.txt`, '5byte')).status).toBe(200)
  })

  it('stores one of two simultaneous files that do not fit together', async () => {
    await put(ann, `${homeOf(ann)}a.txt`)
    await leave(8, 10, ann.user.id)
    const answers = await Promise.all(['b', 'c'].map((name) => put(ann, `${homeOf(ann)}${name}.txt`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 413])
    expect((await ledger()).find(({ user_id }) => user_id === '')).toMatchObject({ bytes: 10, files: 2 })
  })
})

it('removes files with the account, when it is handed over or deleted', async () => {
  for (const person of [ann, ben]) await put(person, `${homeOf(person)}a.txt`)
  const { body } = await app.post<{ token: string }>(
    '/signin/magic/generate',
    { email: 'ann@example.com' },
    { headers: as.service() },
  )
  await app.post('/signin/magic/verify', { token: body.token })
  expect(await storedKeys()).toEqual([`${homeOf(ben)}a.txt`])
  await app.call('DELETE', '/account', undefined, { token: ben.access_token })
  expect([await storedKeys(), await ledger()]).toEqual([[], []])
  // The remaining token stores nothing any more.
  expect(await said(await put(ben, `${homeOf(ben)}b.txt`))).toEqual([413, 'STORAGE_FULL'])
})
