import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthApp, createAuthApp, PROJECT, type TokenResponse } from '../../support/auth.ts'
import { as, getPublicPath, listStoredKeys, upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const STORAGE = `/api/storage/${PROJECT}`
const MEGABYTE = 1024 * 1024

let app: AuthApp
let ann: TokenResponse
let ben: TokenResponse
beforeEach(async () => {
  await freshDatabase()
  app = createAuthApp({ PEOPLE_FILES_MAX_MB: '25' })
  ann = await app.signUp()
  ben = await app.signUp('ben@example.com')
})

const bearer = ({ access_token: token }: TokenResponse) => ({ authorization: `Bearer ${token}` })
const getHome = ({ user }: TokenResponse) => `users/${user.id}/`
const put = (
  person: TokenResponse,
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
const getOutcome = async (response: Response) => [response.status, ((await response.json()) as { code?: string }).code]
const list = async (person: TokenResponse, search = '') => {
  const response = await app.send(`${STORAGE}/list${search}`, { headers: bearer(person) })
  return response.json<{
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

describe('a signed-in user’s files', () => {
  it('lets a user store, read, list and delete files below users/ and their id', async () => {
    const stored = await put(ann, `${getHome(ann)}notes/a.txt`)
    expect(stored.status).toBe(200)
    const path = await getPublicPath(stored)
    const served = await app.send(path)
    expect([await served.text(), served.headers.get('cache-control')]).toEqual(['hello', 'private, no-cache'])
    await put(ann, `${getHome(ann)}b.txt`, 'and more')
    const { files, cursor } = await list(ann)
    expect(files.map(({ path: key, size }) => [key, size])).toEqual([
      [`${getHome(ann)}b.txt`, 8],
      [`${getHome(ann)}notes/a.txt`, 5],
    ])
    expect([files[1]!.publicUrl.endsWith(path), cursor]).toEqual([true, null])
    expect((await list(ann, `?prefix=${getHome(ann)}notes/`)).files).toHaveLength(1)
    const first = await list(ann, '?limit=1')
    expect((await list(ann, `?limit=1&cursor=${encodeURIComponent(first.cursor!)}`)).files).toEqual([files[1]])
    const found = await app.send(`${STORAGE}/download?path=${getHome(ann)}b.txt`, { headers: bearer(ann) })
    expect(await found.json()).toMatchObject({ filename: 'b.txt', size: 8 })
    expect(
      (
        await remove(
          bearer(ann),
          files.map((file) => file.path),
        )
      ).status,
    ).toBe(200)
    expect([(await list(ann)).files, await listStoredKeys(), await ledger()]).toEqual([[], [], []])
  })

  it('replaces a user’s file only with upsert', async () => {
    const path = `${getHome(ann)}a.txt`
    await put(ann, path)
    expect(await getOutcome(await put(ann, path, 'other'))).toEqual([409, 'FILE_EXISTS'])
    expect((await put(ann, path, 'other!', true)).status).toBe(200)
    expect((await list(ann)).files).toMatchObject([{ path, size: 6 }])
    expect(await ledger()).toMatchObject([
      { user_id: '', bytes: 6, files: 1 },
      { bytes: 6, files: 1 },
    ])
  })

  it('rejects access to another user’s files, except by their public URL', async () => {
    const path = `${getHome(ben)}a.txt`
    await put(ben, path)
    const before = await listStoredKeys()
    for (const wanted of [
      `${getHome(ben)}x.txt`,
      path,
      'users/x.txt',
      `${getHome(ann)}../${ben.user.id}/x.txt`,
      'cards/x.txt',
      'a.txt',
    ])
      expect((await put(ann, wanted, 'mine', true)).status, wanted).toBeGreaterThanOrEqual(400)
    expect(await getOutcome(await remove(bearer(ann), [path]))).toEqual([403, 'FORBIDDEN'])
    expect(await getOutcome(await remove(bearer(ann), [`${getHome(ann)}a.txt`, path]))).toEqual([403, 'FORBIDDEN'])
    for (const prefix of [getHome(ben), 'users/', 'cards/', getHome(ann).slice(0, -1)])
      expect((await list(ann, `?prefix=${prefix}`)).code, prefix).toBe('FORBIDDEN')
    const looked = await app.send(`${STORAGE}/download?path=${path}`, { headers: bearer(ann) })
    expect(await getOutcome(looked)).toEqual([404, 'FILE_NOT_FOUND'])
    expect(await listStoredKeys()).toEqual(before)
  })

  it('rejects callers without a token to store, list or delete files', async () => {
    const path = `${getHome(ann)}a.txt`
    await put(ann, path)
    for (const headers of [as.keyless(), as.public()]) {
      const tried = await upload(app, { file: new Blob(['x']), path: `${getHome(ann)}b.txt`, headers })
      expect(tried.status).toBe(403)
      expect((await remove(headers, [path])).status).toBe(403)
      expect((await app.send(`${STORAGE}/list?prefix=${getHome(ann)}`, { headers })).status).toBe(403)
    }
    expect(await listStoredKeys()).toEqual([path])
  })
})

describe('the storage quota', () => {
  /** Sets the stored total to this many bytes below a limit, as if large files were stored. */
  const leave = async (bytes: number, megabytes: number, userId: string) =>
    testEnv()
      .DB.prepare('update owned_file_totals set bytes = ?1 where user_id = ?2')
      .bind(megabytes * MEGABYTE - bytes, userId)
      .run()

  it('limits an account to 10 MB until its email address is confirmed', async () => {
    await put(ann, `${getHome(ann)}a.txt`)
    await leave(6, 10, ann.user.id)
    expect(await getOutcome(await put(ann, `${getHome(ann)}b.txt`, '7 bytes'))).toEqual([413, 'STORAGE_FULL'])
    expect((await put(ann, `${getHome(ann)}a.txt`, '11 bytes...', true)).status).toBe(200)
    expect(await getOutcome(await put(ann, `${getHome(ann)}b.txt`, '1'))).toEqual([413, 'STORAGE_FULL'])
    await confirm('ann@example.com')
    expect((await put(ann, `${getHome(ann)}b.txt`, '7 bytes')).status).toBe(200)
    expect((await listStoredKeys()).length).toBe(2)
  })

  it('limits the files of all users together', async () => {
    await put(ann, `${getHome(ann)}a.txt`)
    await leave(6, 25, '')
    expect(await getOutcome(await put(ben, `${getHome(ben)}a.txt`, '7 bytes'))).toEqual([413, 'STORAGE_FULL'])
    expect((await put(ben, `${getHome(ben)}a.txt`, '6 byte')).status).toBe(200)
    await remove(bearer(ann), [`${getHome(ann)}a.txt`])
    expect((await put(ben, `${getHome(ben)}b.txt`, '5byte')).status).toBe(200)
  })

  it('stores one of two concurrent files that do not both fit', async () => {
    await put(ann, `${getHome(ann)}a.txt`)
    await leave(8, 10, ann.user.id)
    const responses = await Promise.all(['b', 'c'].map((name) => put(ann, `${getHome(ann)}${name}.txt`)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 413])
    expect((await ledger()).find(({ user_id }) => user_id === '')).toMatchObject({ bytes: 10, files: 2 })
  })
})

it('deletes the files with the account, when it changes hands or is deleted', async () => {
  for (const person of [ann, ben]) await put(person, `${getHome(person)}a.txt`)
  const { body } = await app.post<{ token: string }>(
    '/signin/magic/generate',
    { email: 'ann@example.com' },
    { headers: as.service() },
  )
  await app.post('/signin/magic/verify', { token: body.token })
  expect(await listStoredKeys()).toEqual([`${getHome(ben)}a.txt`])
  await app.call('DELETE', '/account', undefined, { token: ben.access_token })
  expect([await listStoredKeys(), await ledger()]).toEqual([[], []])
  // The remaining token can no longer store files.
  expect(await getOutcome(await put(ben, `${getHome(ben)}b.txt`))).toEqual([413, 'STORAGE_FULL'])
})
