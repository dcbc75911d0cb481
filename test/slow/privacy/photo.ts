import { expect, vi } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import { describePhotoDeletion, describePhotoReaders, describePhotoUse } from '#shared/domain/photo-words.ts'
import { createStats } from '#shared/domain/stats.ts'
import type { Env } from '#worker/env.ts'
import { PNG } from '../../support/ai-stand-ins.ts'
import { createTestApp, noPictures, ORIGIN, type TestVisitor } from '../../support/app.ts'
import { getCardRow } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { includesBytes, SECRETS, withSecrets } from '../../support/pictures.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createArt, smallPhoto } from '../../support/stub-artist.ts'
import { createDrivenApp } from '../../worker/edge/driven.ts'
import { createPlace, listFiles, readAllRows, MINUTE, recordTraffic, type Proof } from './place.ts'

const leftovers = async () => (await listFiles()).filter((key) => /^(player-photos|tmp)\//u.test(key))

const places = async () =>
  (await testEnv().DB.prepare('select place from generations').all<{ place: string | null }>()).results.map(
    ({ place }) => place,
  )

async function begin(visitor: TestVisitor, photo: Uint8Array<ArrayBuffer> = portraitBytes()): Promise<string> {
  const file = new File([photo], 'me.jpg', { type: 'image/jpeg' })
  const fields = { nickname: 'Ace', number: '12', team: 'Green Bay Packers', armor: 'duck', photo: file }
  const response = await visitor.form('/api/generations', fields)
  expect(response.status).toBe(202)
  return (await response.json<Generation>()).id
}

/** Wraps the bucket and copies everything that is stored in it. */
function watchFiles() {
  const stored: Uint8Array[] = []
  const files = new Proxy(testEnv().FILES, {
    get(target, property) {
      if (property !== 'put') return Reflect.get(target, property).bind(target)
      return async (key: string, value: Uint8Array<ArrayBuffer> | Blob, options: R2PutOptions) => {
        stored.push(new Uint8Array(await new Response(value).arrayBuffer()))
        return target.put(key, value, options)
      }
    },
  })
  return { files, stored }
}

const CORE = 'https://core.example'

/** Creates a site whose backend at {@link CORE} is a second Worker that records its requests. */
function createSplitSite() {
  const core = createTestApp(
    { pictures: noPictures, artist: { draw: async () => ({ bytes: await createArt(), type: 'image/webp' }) } },
    { ...testEnv(), PUBLIC_URL: CORE, ALLOWED_HOSTS: new URL(ORIGIN).host } as Env,
  )
  const requests: { to: string; hasPhoto: boolean }[] = []
  const failing = { removals: 0 }
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    const sent = new Uint8Array(await request.clone().arrayBuffer())
    requests.push({ to: `${origin}${pathname}`, hasPhoto: includesBytes(sent, (await smallPhoto()).slice(-64)) })
    if (pathname.endsWith('/remove') && failing.removals-- > 0) throw new Error('no way there')
    const { method, headers } = request
    return core.send(request.url.slice(CORE.length), { method, headers, ...(sent.length > 0 && { body: sent }) })
  })
  return {
    requests,
    failing,
    driven: createDrivenApp({ vars: { BACKEND_CORE_URL: CORE } }),
    [Symbol.dispose]: () => fetched.mockRestore(),
  }
}

export const photo = {
  'photo.why': async () => {
    const { files, stored } = watchFiles()
    const driven = createDrivenApp({ vars: { FILES: files } as never })
    const visitor = await driven.visitor()
    const id = await begin(visitor, withSecrets(portraitBytes()))
    expect((await driven.finish(visitor, id)).state).toBe('ready')
    expect(await leftovers()).toEqual([])
    for (const key of await listFiles())
      stored.push(new Uint8Array(await (await testEnv().FILES.get(key))!.arrayBuffer()))
    expect(stored.length).toBeGreaterThan(1)
    for (const bytes of stored)
      for (const secret of Object.values(SECRETS)) expect(includesBytes(bytes, secret)).toBe(false)
  },

  'photo.howLong': async () => {
    const driven = createDrivenApp()
    const visitor = await driven.visitor()
    expect((await driven.run(visitor)).state).toBe('ready')
    expect(await leftovers()).toEqual([])

    const cancelled = await driven.start(visitor)
    await visitor.post(`/api/generations/${cancelled}/cancel`, {})
    await driven.finish(visitor, cancelled)
    expect(await leftovers()).toEqual([])

    const refused = await visitor.form('/api/generations', {
      team: 'Green Bay Packers',
      photo: new File(['no'], 'a.jpg'),
    })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await leftovers()).toEqual([])

    const { time, sweep } = createPlace()
    time.now = Date.now()
    await testEnv().FILES.put('player-photos/forgotten.jpg', 'photo')
    time.now += 59 * MINUTE
    await sweep()
    expect(await leftovers()).toHaveLength(1)
    time.now += 2 * MINUTE
    await sweep()
    expect(await leftovers()).toEqual([])
  },

  'photo.who': async () => {
    const driven = createDrivenApp()
    const visitor = await driven.visitor()
    const page = await (await visitor.send('/privacy-policy')).text()
    expect(page).toContain(describePhotoReaders(null))
    expect(page).toContain(describePhotoUse(null))
    expect(page).not.toContain('gap-service')
    const heard = await recordTraffic(async () => {
      expect((await driven.finish(visitor, await begin(visitor))).state).toBe('ready')
      expect(await leftovers()).toEqual([])
    })
    expect(heard.requests).toEqual([])
    expect(heard.log).not.toContain('player-photos')
    const rows = await readAllRows()
    expect(rows['outbox']).toBe('[]')
    expect(JSON.stringify(rows)).not.toContain('player-photos')
  },

  'photo.who.service': async () => {
    const hosts: string[] = []
    const send: typeof fetch = async (input, init) => {
      const { hostname } = new URL(input instanceof Request ? input.url : String(input))
      hosts.push(hostname)
      const sent = new Uint8Array(await new Request(input, init).arrayBuffer())
      expect(includesBytes(sent, Uint8Array.of(0xff, 0xd8, 0xff))).toBe(true)
      return Response.json({ created: 1, data: [{ b64_json: btoa(String.fromCharCode(...PNG)) }] })
    }
    const driven = createDrivenApp({
      vars: { AI_IMAGE_PROVIDER: 'openai', AI_IMAGE_MODEL: 'm', AI_OPENAI_KEY: 'k' },
      overrides: { fetch: send, resolveHost: async () => ['8.8.8.8'] },
    })
    const visitor = await driven.visitor()
    const page = await (await visitor.send('/privacy-policy')).text()
    expect(page).toContain(describePhotoReaders('OpenAI'))
    expect(page).toContain(describePhotoUse('OpenAI'))
    expect(page).not.toContain(describePhotoReaders(null))
    const heard = await recordTraffic(async () => {
      const id = await driven.start(visitor)
      await driven.step(id)
      expect([hosts, driven.seen.looks]).toEqual([[], 1])
      await driven.step(id)
      await driven.inside(id, (instance) => instance.cancel())
    })
    expect([hosts, heard.requests]).toEqual([['api.openai.com'], []])
    expect(heard.log).not.toContain('player-photos')
    expect(await leftovers()).toEqual([])
  },

  'photo.who.backend': async () => {
    using site = createSplitSite()
    const visitor = await site.driven.visitor()
    const page = await (await visitor.send('/privacy-policy')).text()
    expect(page).toContain(describePhotoReaders(null, new URL(CORE).host))
    expect(page).toContain(describePhotoUse(null, new URL(CORE).host))
    const id = await site.driven.start(visitor)
    await site.driven.step(id)
    expect(site.driven.seen.looks).toBe(1)
    await site.driven.finish(visitor, id)
    expect(site.driven.made.drawn).toBe(0)
    expect(new Set(site.requests.map(({ to }) => new URL(to).origin))).toEqual(new Set([CORE]))
    expect(site.requests.filter(({ hasPhoto }) => hasPhoto)).toHaveLength(1)
  },

  'photo.howLong.backend': async () => {
    using site = createSplitSite()
    const visitor = await site.driven.visitor()
    const page = await (await visitor.send('/privacy-policy')).text()
    expect(page).toContain(describePhotoDeletion(null, new URL(CORE).host))
    expect(page).not.toContain(describePhotoDeletion(null))
    site.failing.removals = 3
    await site.driven.finish(visitor, await site.driven.start(visitor))
    expect(takeConsole().map(([line]) => String(line))).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('clean-up failed')),
    )
    expect(await leftovers()).toEqual([])
  },

  'draft.why': async () => {
    const driven = createDrivenApp()
    const maker = await driven.visitor()
    const { id } = await driven.run(maker)
    expect(await places()).toEqual([expect.stringMatching(/^address-[0-9a-f]{32}$/)])
    await createTestApp({ clock: () => driven.time.now + 61 * MINUTE }).services.sweep()
    expect(await places()).toEqual([null])
    const stats = createStats(() => 5)
    const { card } = await (await maker.post(`/api/generations/${id}/stats`, { stats })).json<Generation>()
    expect(await (await maker.post(`/api/cards/${card!.id}/share`, {})).json()).toMatchObject({
      visibility: 'unlisted',
    })
    expect((await maker.post('/api/cards', card)).status).toBe(201)
    expect(await getCardRow(card!.id)).toMatchObject({ visibility: 'public', stats: JSON.stringify(stats) })
  },
} satisfies Record<string, Proof>
