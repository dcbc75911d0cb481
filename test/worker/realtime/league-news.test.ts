import { beforeEach, expect, it, vi } from 'vitest'
import type { League } from '#shared/contracts/league.ts'
import { freshDatabase } from '../../support/env.ts'
import { createLeaguePlace, leagueCard } from '../edge/leagues/league-place.ts'
import { connect, type Listener } from './listener.ts'

beforeEach(freshDatabase)

const versionsHeard = (listener: Listener, channel: string) =>
  listener.messages(channel).map(({ type, data }) => [type, (data as { version: number }).version])

it('publishes every change of a league on its channel, with only its version', async () => {
  const place = createLeaguePlace({ clock: Date.now })
  const { commissioner, member, outsider, code, league } = await place.company()
  const listener = await connect(place.app)
  await listener.subscribe(league.channel)
  const path = `/api/leagues/${code}`
  await leagueCard(code, member.id, 'card-1')

  const changes = [
    () => place.join(outsider, code, 'Third'),
    () => place.patch(commissioner, path, { name: 'Renamed' }),
    () => place.patch(member, `${path}/seats/2`, { teamName: 'Renamed' }),
    () => place.attach(member, code, 2, 'card-1'),
    () => member.post('/api/cards/card-1/unpublish', {}),
    () => place.remove(outsider, `${path}/seats/3`),
    () => commissioner.post(`${path}/commissioner`, { seat: 2 }),
  ]
  const versions: number[] = []
  for (const change of changes) {
    await change()
    versions.push(((await place.view(member, code)) satisfies League).version)
  }
  await vi.waitFor(() => {
    const heard = versionsHeard(listener, league.channel)
    expect(heard.map(([type]) => type)).toEqual(heard.map(() => 'league'))
    expect(new Set(heard.map(([, version]) => version))).toEqual(new Set(versions))
  })
  expect(JSON.stringify(listener.messages(league.channel))).not.toContain(code)

  await place.remove(member, path)
  await vi.waitFor(() =>
    expect(versionsHeard(listener, league.channel).at(-1)).toEqual(['league', versions.at(-1)! + 1]),
  )
})

it('lets only the service publish on a league’s channel', async () => {
  const place = createLeaguePlace({ clock: Date.now })
  const { league } = await place.company()
  const listener = await connect(place.app)
  await listener.subscribe(league.channel)
  const { publicKey, projectId } = await (
    await place.app.send('/api/config')
  ).json<{
    publicKey: string
    projectId: string
  }>()
  const response = await place.app.send(`/api/realtime/${projectId}/publish`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: publicKey, authorization: `Bearer ${publicKey}` },
    body: JSON.stringify({ channel: league.channel, type: 'league', data: { version: 9 } }),
  })
  expect(response.status).toBe(403)
})
