import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { FONT_SOURCES } from '#shared/design/script-fonts.ts'
import { ARMOR, type ArmorId } from '#shared/domain/armor.ts'
import { TIERS } from '#shared/domain/rarity.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { renderCard } from '#worker/render/card/card.ts'
import { drawFormat } from '#worker/render/formats/draw.ts'
import { type Format, FORMATS } from '#worker/render/formats/format.ts'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'
import { headPhotos } from './heads/photos.ts'
import { drawSampleArt, type Sample, toCardPicture } from './samples.ts'

const FOLDER = 'sheets'
const FOUR_TEAMS = ['Green Bay Packers', 'Las Vegas Raiders', 'Pittsburgh Steelers', 'Miami Dolphins']
const SIX_GEARS: readonly ArmorId[] = ['none', 'helmet', 'duck', 'goggles', 'wizard', 'warpaint']
const NAMES = [
  'Captain Quack',
  'Łukasz Žižka Ørsted',
  'Αχιλλέας',
  'Борис Годунов',
  'مرحبا بالعالم',
  'שלום עולם',
  '日本語の名前',
  '한국어 이름',
  'Mixed 日本 🏈 Ace',
  'Nacho 🌮🔥 Joe',
  '👑 Queen ❤️',
  'The Incredibly Long Nickname Of A Player Who Never Stops Talking',
  '',
]

const loadFont: LoadFont = async (face) =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(FONT_SOURCES[face])))

const card = async (sample: Sample) => Buffer.from(await renderCard(toCardPicture(sample), loadFont))

type Sheet = { columns: number; tile: { width: number; height: number }; pictures: () => Promise<Buffer[]> }
const CARD_TILE = { width: 250, height: 350 }
const LARGE_TILE = { width: 500, height: 700 }

/** Sequential, because the renderer handles one image at a time. */
async function each<T>(all: readonly T[], draw: (one: T) => Promise<Buffer>): Promise<Buffer[]> {
  const drawn: Buffer[] = []
  for (const one of all) drawn.push(await draw(one))
  return drawn
}

const SHEETS: Readonly<Record<string, Sheet>> = {
  gears: {
    columns: 12,
    tile: CARD_TILE,
    pictures: () =>
      each(
        ARMOR.flatMap(({ id }) => FOUR_TEAMS.map((team) => ({ gear: id, team }))),
        async ({ gear, team }) => card({ art: await drawSampleArt(gear, team), gear, team }),
      ),
  },
  heads: {
    columns: SIX_GEARS.length,
    tile: CARD_TILE,
    pictures: async () =>
      each(
        (await headPhotos()).flatMap((photo) => SIX_GEARS.map((gear) => ({ photo, gear }))),
        async ({ photo, gear }) => card({ art: await drawSampleArt(gear, 'Green Bay Packers', photo), gear }),
      ),
  },
  teams: {
    columns: 8,
    tile: CARD_TILE,
    pictures: () =>
      each(TEAMS, async ({ name }) => card({ art: await drawSampleArt('helmet', name), gear: 'helmet', team: name })),
  },
  tiers: {
    columns: TIERS.length,
    tile: LARGE_TILE,
    pictures: async () => {
      const art = await drawSampleArt('crown', 'Green Bay Packers')
      return each(TIERS, (tier) => card({ art, gear: 'crown', tier }))
    },
  },
  names: {
    columns: 4,
    tile: LARGE_TILE,
    pictures: async () => {
      const art = await drawSampleArt('none', 'Denver Broncos')
      return each(NAMES, (playerName) => card({ art, gear: 'none', team: 'Denver Broncos', playerName }))
    },
  },
  formats: {
    columns: 4,
    tile: { width: 700, height: 980 },
    pictures: async () =>
      await each(FOUR_TEAMS, async (team) => {
        const picture = toCardPicture({ art: await drawSampleArt('duck', team), team })
        const front = await renderCard(picture, loadFont)
        const formats = Object.keys(FORMATS).filter((name) => !name.startsWith('thumb')) as Format[]
        const drawn = await each(formats, async (format) =>
          Buffer.from(await drawFormat(format, { ...picture, front }, { site: 'cards.example', loadFont })),
        )
        return mounted([Buffer.from(front), ...drawn], 2, { width: 350, height: 490 })
      }),
  },
}

const GAP_PX = 10

/** Lays out images in rows of tiles. @returns a JPEG */
async function mounted(pictures: readonly Buffer[], columns: number, tile: { width: number; height: number }) {
  const background = '#2a2e2c'
  const place = (i: number) => ({
    left: GAP_PX + (i % columns) * (tile.width + GAP_PX),
    top: GAP_PX + Math.floor(i / columns) * (tile.height + GAP_PX),
  })
  const tiles = await Promise.all(
    pictures.map(async (picture, i) => ({
      input: await sharp(picture).resize(tile.width, tile.height, { fit: 'contain', background }).toBuffer(),
      ...place(i),
    })),
  )
  const last = place(Math.ceil(pictures.length / columns) * columns - 1)
  const size = { width: last.left + tile.width + GAP_PX, height: last.top + tile.height + GAP_PX }
  return sharp({ create: { ...size, channels: 3, background } })
    .composite(tiles)
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** @param names names of sheets; all if empty. @throws for an unknown name */
export async function writeSheets(names: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  for (const name of names.length > 0 ? names : Object.keys(SHEETS)) {
    const sheet = SHEETS[name]
    if (sheet === undefined) throw new Error(`no sheet ${name}; there are ${Object.keys(SHEETS).join(', ')}`)
    const start = performance.now()
    const pictures = await sheet.pictures()
    await sharp(await mounted(pictures, sheet.columns, sheet.tile)).toFile(`${FOLDER}/${name}.jpg`)
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    process.stdout.write(`${FOLDER}/${name}.jpg: ${pictures.length} pictures in ${seconds} s\n`)
  }
}
