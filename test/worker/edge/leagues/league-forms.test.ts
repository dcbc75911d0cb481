import { beforeEach, describe, expect, it } from 'vitest'
import { ORIGIN } from '../../../support/app.ts'
import { countRows } from '../../../support/cards.ts'
import { freshDatabase } from '../../../support/env.ts'
import { createLeaguePlace, NEW_LEAGUE, WRONG_CODE } from './league-place.ts'

beforeEach(freshDatabase)

describe('the forms of leagues without scripts', () => {
  const sendForm = (
    visitor: { send(path: string, init: RequestInit): Promise<Response> },
    path: string,
    fields: object,
  ) =>
    visitor.send(path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN },
      body: new URLSearchParams({ ...fields }).toString(),
    })

  it('creates a league by a form without JavaScript, and redirects to its page', async () => {
    const { person, view } = createLeaguePlace()
    const visitor = await person()
    const response = await sendForm(visitor, '/league', NEW_LEAGUE)
    expect(response.status).toBe(303)
    const code = response.headers.get('location')!.replace('/league/', '')
    expect(await view(visitor, code)).toMatchObject({ ...NEW_LEAGUE, role: 'commissioner' })
  })

  it('renders the page again for a rejected league form', async () => {
    const { person, company } = createLeaguePlace()
    expect((await sendForm(await person(), '/league', { ...NEW_LEAGUE, name: '' })).status).toBe(400)
    const { outsider, code } = await company()
    expect((await sendForm(outsider, `/league/${code}/join`, { teamName: '' })).status).toBe(400)
    expect((await sendForm(outsider, `/league/${WRONG_CODE}/join`, { teamName: 'x' })).status).toBe(404)
  })

  it('joins a league by a form without JavaScript', async () => {
    const { company, view } = createLeaguePlace()
    const { outsider, code } = await company()
    const response = await sendForm(outsider, `/league/${code}/join`, { teamName: 'Paper Tigers' })
    expect([response.status, response.headers.get('location')]).toEqual([303, `/league/${code}`])
    expect(await view(outsider, code)).toMatchObject({ role: 'member', ownSeat: 3 })
  })

  it('rejects league forms from other sites', async () => {
    const { company } = createLeaguePlace()
    const { outsider, code } = await company()
    const response = await outsider.send(`/league/${code}/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      body: 'teamName=x',
    })
    expect(response.status).toBe(403)
    expect(await countRows('league_seats')).toBe(2)
  })
})
