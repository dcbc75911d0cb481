import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { NEUTRAL, type Pair } from '#shared/design/pair.ts'
import { type ArmorId, getArmor } from '#shared/domain/armor.ts'
import { getTeamById } from '#shared/domain/team.ts'
import type { EdgeEnv } from './app-env.ts'

// The artist is loaded on first use, which keeps the Worker's startup fast.
const loadPreview = () => import('#worker/artist/preview.ts')

/** Drawings of the gear for the live preview and the picker. */
export const art = new Hono<EdgeEnv>()
  .get('/preview/:team/:file', async (c) => {
    const { previewSvg } = await loadPreview()
    return svg(previewSvg(...chosen(c.req.param('team'), c.req.param('file'))))
  })
  .get('/front/:team/:file', async (c) => {
    const { previewFrontSvg } = await loadPreview()
    return svg(previewFrontSvg(...chosen(c.req.param('team'), c.req.param('file'))))
  })
  .get('/gear/:team/:file', async (c) => {
    const { tileSvg } = await loadPreview()
    return svg(tileSvg(...chosen(c.req.param('team'), c.req.param('file'))))
  })

function chosen(teamId: string, file: string): [Pair, ArmorId] {
  const team = teamId === NEUTRAL.id ? NEUTRAL : getTeamById(teamId)
  const armor = file.endsWith('.svg') ? getArmor(file.slice(0, -'.svg'.length)) : null
  if (team === null || armor === null) throw new AppError('NOT_FOUND')
  return [team, armor.id]
}

const svg = (body: string) =>
  new Response(body, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
