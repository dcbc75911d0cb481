import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { NEUTRAL, type Pair } from '#shared/design/pair.ts'
import { type ArmorId, getArmor } from '#shared/domain/armor.ts'
import { getTeamById } from '#shared/domain/team.ts'
import type { EdgeEnv } from './app-env.ts'

/** Drawings of the gear for the live preview and the picker. */
export const art = new Hono<EdgeEnv>()
  .get('/preview/:team/:file', (c) => draw('previewSvg', c.req.param()))
  .get('/front/:team/:file', (c) => draw('previewFrontSvg', c.req.param()))
  .get('/gear/:team/:file', (c) => draw('tileSvg', c.req.param()))

async function draw(
  kind: 'previewSvg' | 'previewFrontSvg' | 'tileSvg',
  { team, file }: { team: string; file: string },
): Promise<Response> {
  const outfit = chosen(team, file)
  // The artist is loaded on first use, which keeps the Worker's startup fast.
  const preview = await import('#worker/artist/preview.ts')
  return svg(preview[kind](...outfit))
}

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
