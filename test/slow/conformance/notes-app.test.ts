import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHost } from '#shared/client/host.ts'
import { freshDatabase } from '../../support/env.ts'
import { createScriptedBrowser } from '../../support/scripted-page.ts'
import { createNotesApp, setUpNotes } from './notes-app.ts'
import { getFailure, PUBLIC_KEY, type Served, SERVICE_KEY, TRANSPORTS } from './support.ts'

const PASSWORD = 'correct horse battery'
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3)

describe.each(TRANSPORTS)('an app of notes, %s', (_, connect) => {
  let served: Served
  beforeAll(freshDatabase)
  beforeEach(async () => {
    served = await connect(SERVICE_KEY)
    await setUpNotes(served.client)
  })

  const open = () => {
    const { page } = createScriptedBrowser().openTab('https://app.example/')
    const client = served.open({ key: PUBLIC_KEY, host: { ...createHost(), page }, auth: { mode: 'headless' } })
    return createNotesApp(client)
  }
  async function signedUp() {
    const app = open()
    const { id } = await app.signUp(`${crypto.randomUUID()}@example.com`, PASSWORD)
    return { ...app, id }
  }

  test('stores the notes and the image of a signed-up user, and shows no others', async () => {
    const [ann, ben] = [await signedUp(), await signedUp()]
    const first = await ann.write('buy a football')
    await ann.write('practice')
    await ben.write('a secret')
    expect((await ann.read()).map(({ text }) => text).toSorted()).toEqual(['buy a football', 'practice'])
    expect((await ben.read()).map(({ text }) => text)).toEqual(['a secret'])
    expect(await ann.rewrite(first.id, 'buy two')).toMatchObject({ text: 'buy two', userId: ann.id })

    expect(await ben.find(first.id)).toBeNull()
    expect(await getFailure(ben.rewrite(first.id, 'stolen'))).toMatchObject({
      message: `Record with id ${first.id} not found`,
    })
    await ben.remove(first.id)
    expect(await ann.find(first.id)).toMatchObject({ text: 'buy two' })
    await ann.remove(first.id)
    expect(await ann.read()).toMatchObject([{ text: 'practice' }])

    const { publicUrl } = await ann.setPicture(new Blob([PNG], { type: 'image/png' }))
    expect(new Uint8Array(await (await served.send(publicUrl)).arrayBuffer())).toEqual(PNG)
    expect(await ann.picture()).toMatchObject({ size: PNG.length, contentType: 'image/png' })
    expect(await getFailure(ben.picture())).toMatchObject({ code: 'FILE_NOT_FOUND' })
    await ann.removePicture()
    expect((await served.send(publicUrl)).status).toBe(404)
  })

  test('shows nothing to a visitor without a session', async () => {
    const anonymous = open()
    expect(await getFailure(anonymous.read())).toMatchObject({ status: 404 })
    expect(await getFailure(anonymous.write('x'))).toMatchObject({ status: 404 })
  })
})
