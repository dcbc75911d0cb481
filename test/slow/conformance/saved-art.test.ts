import { beforeEach, describe, expect, it } from 'vitest'
import type { Looked } from '#worker/artist/look.ts'
import type { Overrides } from '#worker/compose.ts'
import type { Env } from '#worker/env.ts'
import { createFingerprint } from '#worker/http/signature.ts'
import { createSettings, createStandIns } from '../../support/ai-stand-ins.ts'
import { ORIGIN } from '../../support/app.ts'
import { createAuthApp } from '../../support/auth.ts'
import { as, config, PROJECT } from '../../support/backend.ts'
import { countRows, filesBelow, getCardRow, saveRow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { findOffenders } from '../../support/offenders.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createDrivenApp } from '../../worker/edge/driven.ts'

const MINUTE_MS = 60_000
const BASE = `${ORIGIN}/storage/${PROJECT}/`
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

type Who = { ip?: string; agent?: string; cookie?: string; token?: string }
type Row = Record<string, unknown> & { id: string; image_url: string }

const NAMELESS: Who = { ip: '192.0.2.1', agent: FIREFOX }

/**
 * The whole Worker with fake face detection and a fake artist: `faces` sets what a photo shows, and drawings are
 * counted.
 */
function createStudio({ settings = {}, ...overrides }: Overrides & { settings?: Record<string, unknown> } = {}) {
  const state = { faces: 'one' as Looked['kind'], later: 0, drawn: 0 }
  const app = createAuthApp(
    {},
    {
      clock: () => Date.now() + state.later,
      lookAt: async () => {
        if (state.faces === 'several') return { kind: 'several', faces: [] }
        return state.faces === 'one' ? { kind: 'one', isSmiling: true } : { kind: 'none' }
      },
      artist: { draw: async () => ({ bytes: portraitBytes(), type: 'image/jpeg' }) },
      drawCardFile: async () => {
        state.drawn++
        return {
          jpeg: portraitBytes(),
          mark: { source: 'computed', finish: 'ink', notices: [] },
          artHash: await createFingerprint(config().visitorSecret, portraitBytes()),
        }
      },
      fetch: () => Promise.reject(new Error('the network was asked')),
      ...overrides,
    },
    { ...testEnv(), ...settings } as Env,
  )

  const getHeaders = ({ ip = '192.0.2.1', agent = FIREFOX, cookie, token }: Who) => ({
    apikey: config().publicKey,
    authorization: token === undefined ? as.public().authorization : `Bearer ${token}`,
    'cf-connecting-ip': ip,
    'user-agent': agent,
    ...(cookie !== undefined && { cookie }),
  })
  const postJson = (who: Who, path: string, body: unknown, more: Record<string, string> = {}) =>
    app.send(path, {
      method: 'POST',
      headers: { ...getHeaders(who), 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    })

  async function upload(who: Who): Promise<string> {
    const form = new FormData()
    form.set('file', new File([portraitBytes()], 'me.jpg', { type: 'image/jpeg' }))
    form.set('path', `player-photos/${Date.now()}.jpg`)
    const response = await app.send(`/api/storage/${PROJECT}/upload`, {
      method: 'POST',
      headers: getHeaders(who),
      body: form,
    })
    expect(response.status).toBe(200)
    return (await response.json<{ publicUrl: string }>()).publicUrl
  }

  async function edit(who: Who, images: string[], more: Record<string, unknown> = {}): Promise<string[]> {
    const body = { prompt: 'A quarterback', ...(images.length > 0 && { images }), ...more }
    const response = await postJson(who, `/api/ai/${PROJECT}/image`, body)
    expect(response.status).toBe(200)
    return (await response.json<{ data: { url: string }[] }>()).data.map(({ url }) => url)
  }

  const save = (who: Who, url: string, changes: Record<string, unknown> = {}, key?: string) =>
    postJson(
      who,
      '/rest/v1/fantasy_football_cards',
      { ...saveRow(url), ...changes },
      { prefer: 'return=representation', ...(key !== undefined && { 'idempotency-key': key }) },
    )

  return {
    ...app,
    state,
    upload,
    edit,
    save,
    /** Uploads a photo and has it edited. @returns the URL of the art */
    art: async (who: Who) => (await edit(who, [await upload(who)]))[0]!,
    saved: async (who: Who, url: string, key?: string): Promise<Row> => {
      const response = await save(who, url, {}, key)
      expect(response.status).toBe(201)
      return (await response.json<Row[]>())[0]!
    },
    refusal: async (who: Who, url: string, changes: Record<string, unknown> = {}, key?: string) => {
      const response = await save(who, url, changes, key)
      const { code } = await response.json<{ code: string }>()
      return `${response.status} ${code}`
    },
    cookie: () => app.visitor().arrive(),
  }
}

let studio: ReturnType<typeof createStudio>
beforeEach(async () => {
  await freshDatabase()
  studio = createStudio()
})

const nothingIsMade = async () => {
  expect([studio.state.drawn, await countRows('fantasy_football_cards'), await filesBelow('cards/')]).toEqual([
    0,
    0,
    [],
  ])
}

describe('saving by the URL of art', () => {
  it('draws a card from the URL of art, publishes it and returns its row', async () => {
    const url = await studio.art(NAMELESS)
    const row = await studio.saved(NAMELESS, url)
    expect(row).toMatchObject({ ...saveRow(url), image_url: expect.stringMatching(`^${BASE}cards/${row.id}/`) })

    const artPath = url.slice(BASE.length)
    expect(await getCardRow(row.id)).toMatchObject({
      visibility: 'public',
      consent: 'api',
      owner: '',
      art_path: artPath,
      source: 'computed',
      finish: 'ink',
      face_found: 1,
      art_hash: await createFingerprint(config().visitorSecret, portraitBytes()),
      photo_hash: expect.any(String),
    })
    const picture = await studio.send(row.image_url.slice(ORIGIN.length))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const hall = await studio.send('/rest/v1/fantasy_football_cards?select=id', { headers: as.public() })
    expect(await hall.json()).toEqual([{ id: row.id }])
  })

  it('keeps the art as long as the card', async () => {
    const row = await studio.saved(NAMELESS, await studio.art(NAMELESS))
    const path = String((await getCardRow(row.id))!['art_path'])
    // Each sweep covers the art of one first digit, and a new digit every five minutes.
    const digit = path.slice('ai/'.length)[0]!
    await testEnv().FILES.put(`ai/${digit}${'0'.repeat(31)}.jpg`, portraitBytes())
    studio.state.later = 2 * 24 * 60 * MINUTE_MS
    while (Math.floor((Date.now() + studio.state.later) / (5 * MINUTE_MS)) % 16 !== Number.parseInt(digit, 16))
      studio.state.later += 5 * MINUTE_MS
    await studio.services.sweep()
    expect(await filesBelow('ai/')).toEqual([path])
  })

  it('saves art drawn by another engine', async () => {
    const { fetch } = createStandIns()
    studio = createStudio({ settings: createSettings('openai-compatible'), fetch })
    const row = await studio.saved(NAMELESS, await studio.art(NAMELESS))
    expect(await getCardRow(row.id)).toMatchObject({ visibility: 'public', consent: 'api' })
  })

  it('saves each of several images of one edit', async () => {
    const urls = await studio.edit(NAMELESS, [await studio.upload(NAMELESS)], { n: 2 })
    const rows = [await studio.saved(NAMELESS, urls[0]!), await studio.saved(NAMELESS, urls[1]!)]
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
  })
})

describe('the owner of art', () => {
  it('assigns art to the browser of a cookie for a day, on any network', async () => {
    const cookie = await studio.cookie()
    const [first, second] = [await studio.art({ cookie }), await studio.art({ cookie })]
    studio.state.later = 61 * MINUTE_MS
    const row = await studio.saved({ cookie, ip: '198.51.100.7', agent: CHROME }, first)
    expect(await getCardRow(row.id)).toMatchObject({ owner: cookie.split('=')[1]!.split('.')[0] })
    studio.state.later = 24 * 60 * MINUTE_MS
    expect(await studio.refusal({ cookie }, second)).toBe('403 42501')
  })

  it('assigns art to the account that ordered it, with or without the cookie', async () => {
    const { access_token: token, user } = await studio.signUp()
    const cookie = await studio.cookie()
    const [elsewhere, here] = [
      { token, ip: '198.51.100.7', agent: CHROME },
      { token, cookie },
    ]
    const [one, two] = [await studio.art({ token }), await studio.art(here)]
    const response = await studio.save(elsewhere, one, { user_id: user.id })
    expect([response.status, await response.json()]).toMatchObject([201, [{ user_id: user.id }]])
    expect((await studio.save(elsewhere, two)).status).toBe(201)
  })

  it('also assigns art to the cookie when an account ordered it', async () => {
    const { access_token: token } = await studio.signUp()
    const cookie = await studio.cookie()
    const url = await studio.art({ token, cookie })
    expect((await studio.save({ cookie, ip: '198.51.100.7' }, url)).status).toBe(201)
  })

  it('assigns art without a cookie or account to a network and browser family for an hour', async () => {
    const [first, second] = [await studio.art(NAMELESS), await studio.art(NAMELESS)]
    for (const other of [
      { ...NAMELESS, ip: '192.0.2.2' },
      { ...NAMELESS, agent: CHROME },
      { ...NAMELESS, cookie: await studio.cookie() },
    ])
      expect(await studio.refusal(other, first)).toBe('403 42501')
    studio.state.later = 59 * MINUTE_MS
    expect((await studio.save(NAMELESS, first)).status).toBe(201)
    studio.state.later = 60 * MINUTE_MS + 5000
    expect(await studio.refusal(NAMELESS, second)).toBe('403 42501')
  })

  it('assigns art to no one else: neither another browser nor the network of a known visitor', async () => {
    const { access_token: token } = await studio.signUp()
    const cookie = await studio.cookie()
    for (const who of [{ cookie }, { token }]) {
      const url = await studio.art({ ...NAMELESS, ...who })
      for (const other of [NAMELESS, { cookie: await studio.cookie() }])
        expect(await studio.refusal(other, url)).toBe('403 42501')
    }
    await nothingIsMade()
  })
})

describe('unusable art', () => {
  it.each(['none', 'several'] as const)('rejects art whose photo shows %s', async (faces) => {
    studio.state.faces = faces
    expect(await studio.refusal(NAMELESS, await studio.art(NAMELESS))).toBe('403 42501')
    await nothingIsMade()
  })

  it('rejects art whose photo cannot be checked', async () => {
    studio = createStudio({ lookAt: () => Promise.reject(new Error('no networks')) })
    expect(await studio.refusal(NAMELESS, await studio.art(NAMELESS))).toBe('403 42501')
    expect(JSON.stringify(takeConsole())).toContain('photo not looked at')
  })

  it('rejects art drawn from text, from two photos or from art', async () => {
    const cookie = await studio.cookie()
    const [one, two] = [await studio.upload({ cookie }), await studio.upload({ cookie })]
    const sources = [[], [one, two], await studio.edit({ cookie }, [one])]
    for (const images of sources) {
      const [url] = await studio.edit({ cookie }, images)
      expect(await studio.refusal({ cookie }, url!)).toBe('403 42501')
    }
    await nothingIsMade()
  })

  it('rejects art at another URL', async () => {
    const url = await studio.art(NAMELESS)
    await testEnv().FILES.put('ai/0123456789abcdef0123456789abcdef.jpg', portraitBytes())
    for (const address of [
      `${BASE}ai/0123456789abcdef0123456789abcdef.jpg`,
      `${BASE}ai/ffffffffffffffffffffffffffffffff.jpg`,
      `${url}?again`,
      `${url}#again`,
      url.replace('/ai/', '/ai/../ai/'),
      url.replace('/ai/', '/cards/'),
      url.replace('/ai/', '/player-photos/'),
      await studio.upload(NAMELESS),
      'https://elsewhere.example/art.jpg',
    ])
      expect([address, await studio.refusal(NAMELESS, address)]).toEqual([address, '403 42501'])
    await nothingIsMade()
  })

  it('rejects art whose card was removed', async () => {
    const cookie = await studio.cookie()
    const url = await studio.art({ cookie })
    const { id } = await studio.saved({ cookie }, url)
    const removed = await studio.send(`/api/cards/${id}`, { method: 'DELETE', headers: { cookie, origin: ORIGIN } })
    expect(removed.status).toBeLessThan(300)
    expect(await studio.refusal({ cookie }, url)).toBe('403 42501')
  })
})

describe('retried saves', () => {
  it('returns the same row for the same idempotency key, and draws nothing', async () => {
    const url = await studio.art(NAMELESS)
    const row = await studio.saved(NAMELESS, url, 'one')
    expect(await studio.saved(NAMELESS, url, 'one')).toEqual(row)
    expect(studio.state.drawn).toBe(1)
  })

  it('returns 23505 for a repeated save with another key or none', async () => {
    const url = await studio.art(NAMELESS)
    await studio.saved(NAMELESS, url, 'one')
    expect(await studio.refusal(NAMELESS, url, {}, 'two')).toBe('409 23505')
    expect(await studio.refusal(NAMELESS, url)).toBe('409 23505')
    expect(await studio.refusal(NAMELESS, url, { player_name: 'Other' }, 'one')).toBe('409 23505')
    expect(await studio.refusal({ ...NAMELESS, ip: '192.0.2.2' }, url, {}, 'one')).toBe('403 42501')
  })

  it('creates one card from one drawing when saves arrive concurrently', async () => {
    const url = await studio.art(NAMELESS)
    const responses = await Promise.all(Array.from({ length: 8 }, () => studio.save(NAMELESS, url)))
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ])
    expect([studio.state.drawn, await countRows('fantasy_football_cards')]).toEqual([1, 1])
    expect(await filesBelow('cards/')).toHaveLength(1)
  })

  it('leaves one card and one image when two isolates save concurrently', async () => {
    const url = await studio.art(NAMELESS)
    const other = createStudio({
      drawCardFile: async () => {
        // Saved here while the other isolate draws.
        await testEnv()
          .DB.prepare(
            `insert into fantasy_football_cards (id, team_colors, image_url, created_at, owner, generation_id, drafted_at)
             values ('first', 'Chicago Bears', '/x', '2026-01-01', '', ?, '2026-01-01')`,
          )
          .bind(`art-${/([0-9a-f]{32})\.jpg$/.exec(url)![1]}`)
          .run()
        return { jpeg: portraitBytes(), mark: { source: 'computed', finish: 'ink', notices: [] }, artHash: 'hash' }
      },
    })
    expect(await other.refusal(NAMELESS, url)).toBe('409 23505')
    expect([await countRows('fantasy_football_cards'), await filesBelow('cards/')]).toEqual([1, []])
  })
})

describe('refused saves', () => {
  const FORGED = [
    ['a forged count of votes', { votes: 9 }, '403 42501'],
    ['a forged owner', { user_id: 'somebody' }, '403 42501'],
    ['an unknown team', { team_colors: 'Atlantis Sharks' }, '400 23514'],
    ['a stat above 100', { stats: { ...saveRow('').stats, strength: 101 } }, '400 23514'],
    ['a server-only column', { consent: 'web' }, '403 42501'],
    ['an offensive nickname', { player_name: 'fuck' }, '400 NICKNAME_REFUSED'],
  ] as const

  it('refuses to draw for forged or unknown fields', async () => {
    const url = await studio.art(NAMELESS)
    const offenders = await findOffenders(
      FORGED,
      ([what]) => what,
      async ([, changes, result]) => {
        expect(await studio.refusal(NAMELESS, url, changes)).toBe(result)
      },
    )
    expect(offenders).toEqual([])
    await nothingIsMade()
  })

  it.each(['photo', 'art'])('refuses to draw a removed image, recognized by its %s', async (known) => {
    const url = await studio.art(NAMELESS)
    const file = (await testEnv().FILES.head(url.slice(BASE.length)))!
    const hash =
      known === 'photo'
        ? file.customMetadata!['photoHash']
        : await createFingerprint(config().visitorSecret, portraitBytes())
    await testEnv()
      .DB.prepare(`insert into refused_pictures (hash, card, refused_at) values (?, 'gone', 0)`)
      .bind(hash)
      .run()
    expect(await studio.refusal(NAMELESS, url)).toMatch(/PICTURE_REFUSED$/)
    await nothingIsMade()
  })

  it('refuses to draw for a network that has used up its hourly saves', async () => {
    const urls = [await studio.art(NAMELESS), await studio.art(NAMELESS), await studio.art({ ip: '198.51.100.7' })]
    await studio.saved(NAMELESS, urls[0]!)
    await testEnv().DB.exec(`update window_counters set used = 20 where key glob 'saves:*'`)
    expect(await studio.refusal(NAMELESS, urls[1]!)).toBe('429 RATE_LIMITED')
    expect(studio.state.drawn).toBe(1)
    expect((await studio.save({ ip: '198.51.100.7' }, urls[2]!)).status).toBe(201)
  })
})

it('refunds a save whose drawing failed, and cleans up', async () => {
  studio = createStudio({ drawCardFile: () => Promise.reject(new Error('no paint')) })
  const url = await studio.art(NAMELESS)
  expect((await studio.save(NAMELESS, url)).status).toBe(500)
  expect(JSON.stringify(takeConsole())).toContain('no paint')
  expect([
    await countRows('fantasy_football_cards'),
    await countRows('generations'),
    await filesBelow('cards/'),
  ]).toEqual([0, 0, []])
  const used = await testEnv()
    .DB.prepare(`select sum(used) as n from window_counters where key glob 'saves:*'`)
    .first('n')
  expect(used).toBe(0)
})

it('publishes a generator’s draft without its cookie only from the same network and browser', async () => {
  const { app, visitor: arrive, run } = createDrivenApp()
  const visitor = await arrive({ 'cf-connecting-ip': '192.0.2.1', 'user-agent': FIREFOX })
  const { card } = await run(visitor)
  const save = (ip: string, agent: string) =>
    app.send('/rest/v1/fantasy_football_cards', {
      method: 'POST',
      headers: { ...as.public(), 'content-type': 'application/json', 'cf-connecting-ip': ip, 'user-agent': agent },
      body: JSON.stringify(saveRow(card!.imageUrl)),
    })
  expect((await save('192.0.2.2', FIREFOX)).status).toBe(403)
  expect((await save('192.0.2.1', CHROME)).status).toBe(403)
  expect(await getCardRow(card!.id)).toMatchObject({ visibility: 'draft', consent: null })
  expect((await save('192.0.2.1', FIREFOX)).status).toBe(201)
  expect(await getCardRow(card!.id)).toMatchObject({ visibility: 'public' })
})

it('states the consent on the API’s page, in its document and in the rules', async () => {
  const sentence = 'Saving makes this card public. You confirm that everyone in the photo is 18 or older and agrees.'
  for (const page of ['/openapi/backend', '/openapi/backend.json', '/rules'])
    expect(await (await studio.send(page)).text()).toContain(sentence)
})
