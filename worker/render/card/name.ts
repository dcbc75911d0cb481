import { displayName } from '#shared/domain/card.ts'
import { describeError, log } from '#worker/http/log.ts'
import { NAME } from '../card-layout.ts'
import { type Grapheme, graphemesOf } from '#shared/design/letters/drawable.ts'
import { type Bench, measureRuns, type Node, type TextRun, withFaces } from '#worker/graphics/engine.ts'
import { linesOf, runsOf } from './name-lines.ts'
import { lineNode, measureLine, type MeasuredLine, PROBE_PX } from './name-line.ts'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'
import { facesOf, scriptOf, type Setting, SETTINGS } from '#shared/design/letters/scripts.ts'

/** Where a name is to be set; `maxPx` is the size a short name gets. */
export type NameRoom = { readonly width: number; readonly height: number; readonly maxPx: number }

/** On the plate of a card. */
export const PLATE_ROOM: NameRoom = { width: NAME.width, height: NAME.maxPx * NAME.lineHeight, maxPx: NAME.maxPx }

/** A name as a picture or as lines of text: `node` is `width` x `height` pixels and has no place yet. */
export type SetName = { readonly node: Node; readonly width: number; readonly height: number; readonly sizePx: number }

type Layout = { lines: readonly MeasuredLine[]; sizePx: number; pitch: number; drop: number; rightToLeft: boolean }
type Measure = (node: Node) => Promise<readonly TextRun[]>

/** Names that would be set smaller than this on one line are tried on two and on three; a share of the largest. */
const ONE_LINE_MIN_SHARE = 0.47
const MAX_LINES = 3
/** How far the baseline of the display face lies above the lower edge of its line, and how far lines are apart. */
const LATIN = { drop: 0.0515, hangingDrop: 0.314, pitch: NAME.lineHeight, accentedPitch: 1.127 } as const
/** Cedilla, ogonek and the other marks below a letter. */
const HANGING = /\p{Lu}\p{M}*[\u0323-\u0333]/u
/** A picture of a name may be a little larger than its letters say. */
const MARGIN_PX = 24

/**
 * Sets a nickname as large as a room allows, by the real widths of its letters. A long one is broken into lines of like
 * length. Besides Latin it may be written in one more script or hold emoji, whose faces are loaded for it; whatever no face can draw
 * becomes a bullet. An empty one becomes *Player*.
 */
export async function setName(playerName: string, room: NameRoom, loadFont: LoadFont): Promise<SetName> {
  const name = displayName(playerName)
  const script = scriptOf(name)
  const faces = script === null ? [] : await Promise.all(facesOf(script, name).map(loadFont))
  const had = faces.filter((face) => face !== null)
  if (script && had.length > 0) {
    try {
      return await withFaces(had, (bench) => drawInFace(graphemesOf(name, script), SETTINGS[script], room, bench))
    } catch (thrown) {
      log.error('a face could not be used', { script, cause: describeError(thrown) })
    }
  }
  const graphemes = graphemesOf(name, null)
  const layout = await fit(
    graphemes.length > 0 ? graphemes : graphemesOf(displayName(''), null),
    null,
    room,
    measureRuns,
  )
  return { ...sizeOf(layout, room), node: linesNode(layout, room) }
}

async function drawInFace(graphemes: Grapheme[], setting: Setting, room: NameRoom, bench: Bench): Promise<SetName> {
  const layout = await fit(graphemes, setting, room, bench.runsOf)
  const size = sizeOf(layout, room)
  const canvas = { width: size.width + 2 * MARGIN_PX, height: Math.ceil(size.height) + 2 * MARGIN_PX }
  const lines = { ...linesNode(layout, room) }
  const drawn: Node = {
    type: 'container',
    style: { display: 'flex', position: 'relative', ...canvas },
    children: [{ ...lines, style: { ...lines.style, position: 'absolute', left: MARGIN_PX, top: MARGIN_PX } }],
  }
  const data = await bench.render(drawn, { ...canvas, format: 'raw' })
  const picture: Node = {
    type: 'image',
    src: { ...canvas, data },
    style: { position: 'absolute', left: -MARGIN_PX, top: -MARGIN_PX, ...canvas },
  }
  const style = { display: 'flex', position: 'relative', width: size.width, height: size.height } as const
  return { ...size, node: { type: 'container', style, children: [picture] } }
}

async function fit(graphemes: readonly Grapheme[], setting: Setting | null, room: NameRoom, measure: Measure) {
  let best = await setIn(linesOf(graphemes, 1), setting, room, measure)
  for (let count = 2; count <= MAX_LINES && best.sizePx < room.maxPx * ONE_LINE_MIN_SHARE; count++) {
    const candidate = await setIn(linesOf(graphemes, count), setting, room, measure)
    if (candidate.sizePx > best.sizePx) best = candidate
  }
  return best
}

async function setIn(
  lines: readonly (readonly Grapheme[])[],
  setting: Setting | null,
  room: NameRoom,
  measure: Measure,
): Promise<Layout> {
  const measured: MeasuredLine[] = []
  for (const line of lines) measured.push(await measureLine(runsOf(line), setting, measure))
  const widest = Math.max(...measured.map(({ emWidth }) => emWidth))
  const { pitch, drop } = spacingOf(lines, setting)
  const sizePx = Math.floor(10 * Math.min(room.width / widest, room.maxPx, room.height / (lines.length * pitch))) / 10
  return { lines: measured, sizePx, pitch, drop, rightToLeft: setting?.rightToLeft ?? false }
}

function spacingOf(lines: readonly (readonly Grapheme[])[], setting: Setting | null) {
  const text = lines.flat().map((grapheme) => grapheme.text)
  if (setting !== null) return { drop: setting.drop, pitch: setting.rise + setting.drop }
  const letters = text.map((letter) => letter.normalize('NFD'))
  const pitch = letters.some((letter) => /^\P{M}\p{M}/u.test(letter)) ? LATIN.accentedPitch : LATIN.pitch
  const drop = letters.some((letter) => HANGING.test(letter)) ? LATIN.hangingDrop : LATIN.drop
  return { drop, pitch: pitch + drop - LATIN.drop }
}

const sizeOf = ({ lines, pitch, sizePx }: Layout, { width }: NameRoom) => ({
  width,
  height: lines.length * pitch * sizePx,
  sizePx,
})

function linesNode({ lines, sizePx, pitch, drop, rightToLeft }: Layout, { width }: NameRoom): Node {
  const children = lines.map((line, i): Node => {
    const baseline = ((i + 1) * pitch - drop) * sizePx
    const lineWidth = line.emWidth * sizePx
    return lineNode(line.runs, sizePx, {
      position: 'absolute',
      left: rightToLeft ? width - lineWidth : 0,
      top: baseline - (line.baselinePx * sizePx) / PROBE_PX,
      width: Math.ceil(lineWidth) + 4,
      direction: rightToLeft ? 'rtl' : 'ltr',
    })
  })
  const height = lines.length * pitch * sizePx
  return { type: 'container', style: { display: 'flex', position: 'relative', width, height }, children }
}
