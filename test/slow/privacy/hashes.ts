import { expect } from 'vitest'
import { getCardRow } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { smallPhoto } from '../../support/stub-artist.ts'
import { createDrivenApp } from '../../worker/edge/driven.ts'
import { saveBody } from '../../worker/edge/generating.ts'
import { readAllRows, type Proof, publicKey, serviceKey, findTablesContaining } from './place.ts'

async function make() {
  const driven = createDrivenApp()
  const maker = await driven.visitor()
  const card = (await driven.run(maker)).card!
  const { art_hash: art, photo_hash: photo } = (await getCardRow(card.id))!
  return { driven, maker, card, hashes: [String(art), String(photo)] }
}

const decideToRemove = ({ app }: Awaited<ReturnType<typeof make>>['driven'], id: string) =>
  app.send(`/api/reports/${id}`, {
    method: 'POST',
    headers: { ...serviceKey(), 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'remove' }),
  })

export const hashes = {
  'hashes.why': async () => {
    const { driven, card, hashes } = await make()
    // 256-bit keyed hashes. Anyone with the photo could recompute a plain hash.
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    const plain = new Uint8Array(await crypto.subtle.digest('SHA-256', await smallPhoto()))
    const hex = Array.from(plain, (byte) => byte.toString(16).padStart(2, '0')).join('')
    expect(JSON.stringify(await readAllRows())).not.toContain(hex)
    expect((await decideToRemove(driven, card.id)).status).toBe(200)
    const bob = await driven.visitor()
    const again = (await driven.run(bob)).card!
    expect((await bob.post('/api/cards', saveBody(again))).status).toBe(403)
  },

  'hashes.howLong': async () => {
    const { driven, maker, card, hashes } = await make()
    for (const hash of hashes) expect(await findTablesContaining(hash)).toEqual(['fantasy_football_cards'])
    expect((await maker.send(`/api/cards/${card.id}`, { method: 'DELETE' })).status).toBe(204)
    for (const hash of hashes) expect(await findTablesContaining(hash)).toEqual([])

    const second = (await driven.run(maker)).card!
    expect((await decideToRemove(driven, second.id)).status).toBe(200)
    for (const hash of hashes) expect(await findTablesContaining(hash)).toEqual(['refused_pictures'])
    await testEnv().DB.prepare('delete from refused_pictures where card = ?').bind(second.id).run()
    for (const hash of hashes) expect(await findTablesContaining(hash)).toEqual([])
  },

  'hashes.who': async () => {
    const { driven, maker, card, hashes } = await make()
    const own = `/rest/v1/fantasy_football_cards?id=eq.${card.id}`
    for (const [path, headers] of [
      [own, publicKey()],
      [`/api/cards/${card.id}`, {}],
      ['/api/cards/mine', {}],
    ] as const) {
      const text = await (await maker.send(path, { headers })).text()
      expect(text).toContain(card.id)
      for (const hash of hashes) expect(text).not.toContain(hash)
    }
    const closed = await driven.app.send('/rest/v1/refused_pictures', { headers: publicKey() })
    expect(closed.status).toBe(404)
  },
} satisfies Record<string, Proof>
