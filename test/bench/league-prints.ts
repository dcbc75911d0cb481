import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { FACE_SOURCES } from '#shared/design/script-fonts.ts'
import { ARMOR } from '#shared/domain/armor.ts'
import { LEAGUE_PRINTS, type LeaguePrint } from '#shared/domain/league-prints.ts'
import { TIERS } from '#shared/domain/rarity.ts'
import { getTeam, TEAMS } from '#shared/domain/team.ts'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'
import { renderCard } from '#worker/render/card/card.ts'
import { drawFormat } from '#worker/render/formats/draw.ts'
import { drawLeaguePrint } from '#worker/render/formats/league/draw.ts'
import { drawSampleArt, toCardPicture } from './samples.ts'

const FOLDER = 'sheets/league'
const COUNTS = [2, 7, 12, 16]
const NAMES = ['Captain Quack', 'Blitz Kids', 'Chiefs of Staff', 'Łukasz', 'The Incredibly Long Nickname', '日本 Ace']
const LEAGUES: Readonly<Record<number, { name: string; season: string; team: string }>> = {
  2: { name: 'Sunday Night Gridiron', season: '2026', team: 'Green Bay Packers' },
  7: { name: 'The League', season: 'Season 2026', team: 'Miami Dolphins' },
  12: { name: 'Grandma’s Backyard Fantasy Football Club', season: '2026', team: 'Pittsburgh Steelers' },
  16: { name: '日曜の夜 🏈', season: '2026/27', team: 'Las Vegas Raiders' },
}

const loadFont: LoadFont = async (face) =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(FACE_SOURCES[face])))
const means = { site: 'cards.example', loadFont }

async function drawCard(index: number) {
  const team = TEAMS[(index * 5) % TEAMS.length]!.name
  const gear = ARMOR[(index * 7) % ARMOR.length]!.id
  const picture = toCardPicture({
    art: await drawSampleArt(gear, team),
    gear,
    team,
    playerName: NAMES[index % NAMES.length]!,
    tier: TIERS[index % TIERS.length]!,
  })
  const front = await renderCard(picture, loadFont)
  const draw = (format: 'back' | 'thumb-256' | 'thumb-512') => drawFormat(format, { ...picture, front }, means)
  return { front, back: await draw('back'), small: await draw('thumb-256'), large: await draw('thumb-512') }
}

/** @param counts numbers of cards; all four if empty */
export async function writeLeaguePrints(counts: readonly number[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const wanted = counts.length > 0 ? counts : COUNTS
  const cards = []
  for (let i = 0; i < Math.max(...wanted); i++) cards.push(await drawCard(i))
  for (const count of wanted)
    for (const print of Object.keys(LEAGUE_PRINTS) as LeaguePrint[]) {
      const { name, season, team } = LEAGUES[count] ?? LEAGUES[2]!
      const sides = cards.slice(0, count).map(({ front, back, small, large }) => ({
        back,
        front: LEAGUE_PRINTS[print].type === 'application/pdf' ? front : count > 4 ? small : large,
      }))
      const start = performance.now()
      const file = await drawLeaguePrint(print, { name, season, colors: getTeam(team)! }, sides, means)
      const ms = performance.now() - start
      writeFileSync(`${FOLDER}/${count}-${LEAGUE_PRINTS[print].file}`, file)
      process.stdout.write(
        `${String(count).padStart(2)} cards, ${print.padEnd(14)} ${ms.toFixed(0).padStart(6)} ms, ${(file.length / 1000).toFixed(0).padStart(6)} KB\n`,
      )
    }
}
