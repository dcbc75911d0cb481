import type { Picture } from '#worker/artist/ink/picture.ts'
import { photoOf, pictureOf, studyOf } from '../../unit/ink/photos.ts'
import { withSkin } from '../../unit/ink/skins.ts'
import { type Cutout, cutOut, sharedArea } from './measure.ts'
import { before, people, type Person, wearing } from './people.ts'
import { FAIR_WALLS, likeWalls, NOBODY } from './walls.ts'

/** A cut-out, what it was made from, and how much of it is where the head is: null where that is not known. */
export type Case = { name: string; picture: Picture; cutout: Cutout | null; quality: number | null }

type Place = readonly [x: number, y: number]
/** Where each person's skin and hair are, and glasses and a hat would be. In pixels of the photo. */
const PLACES: Readonly<Record<string, { skin: Place; hair: Place; glasses: string; hat: string }>> = {
  portrait: placed([204, 100], [247, 102], { skin: [214, 118], hair: [206, 34] }),
  'drawn, long hair': placed([209, 271], [305, 271], { skin: [214, 318], hair: [240, 110] }),
  'drawn, short hair': placed([209, 271], [305, 271], { skin: [214, 318], hair: [240, 116] }),
}

function placed([x0, y0]: Place, [x1, y1]: Place, at: { skin: Place; hair: Place }) {
  const r = (x1 - x0) * 0.36
  const lens = (x: number, y: number) => `<circle cx="${x}" cy="${y + r / 4}" r="${r}"/>`
  const [middle, w] = [(x0 + x1) / 2, (x1 - x0) * 1.55]
  const top = y0 - (x1 - x0) * 0.62
  return {
    ...at,
    glasses: `<g fill="none" stroke="#1a1a1e" stroke-width="${r / 5}">${lens(x0, y0)}${lens(x1, y1)}<path d="M${x0 + r} ${y0}H${x1 - r}M${x0 - r} ${y0}h${-r}M${x1 + r} ${y1}h${r}"/></g>`,
    hat: `<path d="M${middle - w} ${top}C${middle - w} ${top - 1.9 * w} ${middle + w} ${top - 1.9 * w} ${middle + w} ${top}Z" fill="#27425f"/><path d="M${middle - 1.15 * w} ${top}Q${middle} ${top - w / 3} ${middle + 1.15 * w} ${top}L${middle} ${top + w / 6}Z" fill="#162a40"/>`,
  }
}

async function likenesses(person: Person): Promise<[string, Picture][]> {
  const { picture } = person
  const { glasses, hat } = PLACES[person.name]!
  const light = (gain: number, offset = 0) => pictureOf(photoOf(picture).removeAlpha().linear(gain, offset))
  const { widthPx: w, heightPx: h } = picture
  const extract = (left: number, top: number, width: number, height: number) =>
    pictureOf(
      photoOf(picture).extract({ left, top, width: Math.min(width, w - left), height: Math.min(height, h - top) }),
    )
  const study = await studyOf(photoOf(picture))
  const skins: [string, Picture][] =
    study === null
      ? []
      : ([0.5, 0.7, 0.85, 1.1] as const).map((l) => [`skin and hair at ${l}`, withSkin(picture, study, l, 1)])
  const inset = person.name === 'portrait' ? 0.14 : 0.04
  return [
    ['dark', await light(0.4)],
    ['bright', await light(1.4)],
    ['flat', await light(0.6, 50)],
    ['blurred', await pictureOf(photoOf(picture).blur(2.5))],
    ['small', await pictureOf(photoOf(picture).resize(200))],
    ['cropped', await extract(Math.round(w * inset), 4, Math.round(w * (1 - 2 * inset)), Math.round(h * 0.72))],
    ['with glasses', await wearing(picture, glasses)],
    ['with a hat', await wearing(picture, hat)],
    ...skins,
  ]
}

/** What changes the outline itself. */
const RESHAPED = new Set(['cropped', 'with a hat'])

/** Everything a person is looked at as: before fair walls and treacherous ones, and changed before their own. */
async function casesOf(person: Person): Promise<Case[]> {
  const { name, picture } = person
  const { skin, hair } = PLACES[name]!
  const reference = (await cutOut(before(person, () => [60, 110, 90])))!
  const judged = async (what: string, changed: Picture, isMirrored = false): Promise<Case> => {
    const cutout = await cutOut(changed)
    return {
      name: `${name}: ${what}`,
      picture: changed,
      cutout,
      quality: cutout && !RESHAPED.has(what) ? sharedArea(cutout, reference, isMirrored) : null,
    }
  }
  const cases: Case[] = []
  const walls = { ...FAIR_WALLS, ...likeWalls(picture, skin, hair) }
  for (const [what, wall] of Object.entries(walls)) cases.push(await judged(`before ${what}`, before(person, wall)))
  for (const [what, changed] of await likenesses(person)) cases.push(await judged(what, changed))
  cases.push(await judged('mirrored', await pictureOf(photoOf(picture).flop()), true))
  return cases
}

/** Walls without a person, cut out where a face might be. */
async function nobody(): Promise<Case[]> {
  const size = { widthPx: 400, heightPx: 480 }
  return Promise.all(
    Object.entries(NOBODY).map(async ([name, wall]) => {
      const data = new Uint8ClampedArray(size.widthPx * size.heightPx * 4).fill(255)
      for (let i = 0; i < data.length / 4; i++) data.set(wall(i % size.widthPx, Math.floor(i / size.widthPx)), 4 * i)
      const picture = { data, ...size }
      const cutout = await cutOut(picture, { x: 200, y: 230, unitPx: 1.4, roll: 0 })
      return { name: `nobody: ${name}`, picture, cutout, quality: 0 }
    }),
  )
}

export async function gateCases(): Promise<Case[]> {
  const all: Case[] = []
  for (const person of await people()) all.push(...(await casesOf(person)))
  return [...all, ...(await nobody())]
}
