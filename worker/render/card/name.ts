import type { Hex } from '#shared/design/color.ts'
import { displayName } from '#shared/domain/card.ts'
import { describeError, log } from '#worker/http/log.ts'
import { NAME } from '../card-layout.ts'
import { type Grapheme, toGraphemes } from '#shared/design/letters/drawable.ts'
import { BENCH, type Bench, type ExtraFont, type Node, withFonts } from '#worker/graphics/engine.ts'
import { EMOJI, SCRIPT } from '#worker/graphics/fonts.ts'
import { breakLines, toRuns } from './name-lines.ts'
import { lineNode, measureInkDepth, measureLine, type MeasuredLine, PROBE_PX } from './name-line.ts'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'
import { detectScript, getFonts, type Setting, SETTINGS } from '#shared/design/letters/scripts.ts'
import type { Font } from '#shared/design/script-fonts.ts'

/** Space for a name. `maxPx` is the font size of a short name. The default color is white. */
export type NameRoom = {
  readonly width: number
  readonly height: number
  readonly maxPx: number
  readonly color?: Hex
}

/** Space on the plate of a card. */
export const PLATE_ROOM: NameRoom = { width: NAME.width, height: NAME.maxPx * NAME.lineHeight, maxPx: NAME.maxPx }

/**
 * A typeset name, as a picture or as lines of text. `node` is `width` x `height` pixels and not positioned yet.
 * `lineLeft` and `lineWidth` locate its longest line.
 */
export type SetName = {
  readonly node: Node
  readonly width: number
  readonly height: number
  readonly sizePx: number
  readonly lineLeft: number
  readonly lineWidth: number
}

type Layout = { lines: readonly MeasuredLine[]; sizePx: number; pitch: number; drop: number; rightToLeft: boolean }

/** Minimum font size on one line, as a share of the largest. Smaller names are also tried on two and three lines. */
const ONE_LINE_MIN_SHARE = 0.47
const MAX_LINES = 3
/** The display font's baseline above the bottom of its line, and its line heights, in em. */
const LATIN = { drop: 0.0515, pitch: NAME.lineHeight, accentedPitch: 1.127 } as const
/** Margin of a name's picture, because glyphs may extend beyond their metrics. */
const MARGIN_PX = 24

/**
 * Typesets a nickname as large as its space allows, by the real widths of its letters. A long one breaks into lines of
 * similar length. Besides Latin, it may contain one more script and emoji, whose fonts are loaded on demand. Characters
 * that no font can draw become bullets. An empty nickname becomes *Player*.
 */
export async function setName(playerName: string, room: NameRoom, loadFont: LoadFont): Promise<SetName> {
  const name = displayName(playerName)
  const script = detectScript(name)
  const fonts = script === null ? [] : await loadFonts(getFonts(script, name), loadFont)
  if (fonts.length > 0) {
    const loadedScript = fonts.some(({ family }) => family === SCRIPT) ? script! : 'emoji'
    const hasEmoji = fonts.some(({ family }) => family === EMOJI)
    try {
      return await withFonts(fonts, (bench) =>
        drawInFont(toGraphemes(name, loadedScript, hasEmoji), SETTINGS[loadedScript], room, bench),
      )
    } catch (thrown) {
      log.error('a font could not be used', { script, cause: describeError(thrown) })
    }
  }
  const graphemes = toGraphemes(name, null)
  const layout = await fit(graphemes.length > 0 ? graphemes : toGraphemes(displayName(''), null), null, room, BENCH)
  return { ...getSize(layout, room), node: linesNode(layout, room) }
}

async function loadFonts(fonts: readonly Font[], loadFont: LoadFont): Promise<ExtraFont[]> {
  const loaded = await Promise.all(fonts.map(loadFont))
  return fonts.flatMap((font, i): ExtraFont[] => {
    const data = loaded[i] ?? null
    return data === null ? [] : [{ family: font.startsWith('emoji') ? EMOJI : SCRIPT, data }]
  })
}

async function drawInFont(graphemes: Grapheme[], setting: Setting, room: NameRoom, bench: Bench): Promise<SetName> {
  const layout = await fit(graphemes, setting, room, bench)
  const size = getSize(layout, room)
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

async function fit(graphemes: readonly Grapheme[], setting: Setting | null, room: NameRoom, bench: Bench) {
  const whole = await measureLine(toRuns(graphemes), setting, bench.measureRuns)
  const ink = await measureInkDepth(whole, setting?.rightToLeft ?? false, bench.render)
  const spacing = getSpacing(graphemes, setting, ink)
  let best = await setIn(breakLines(graphemes, 1), setting, room, spacing, bench)
  for (let count = 2; count <= MAX_LINES && best.sizePx < room.maxPx * ONE_LINE_MIN_SHARE; count++) {
    const candidate = await setIn(breakLines(graphemes, count), setting, room, spacing, bench)
    if (candidate.sizePx > best.sizePx) best = candidate
  }
  return best
}

type Spacing = Pick<Layout, 'pitch' | 'drop'>

async function setIn(
  lines: readonly (readonly Grapheme[])[],
  setting: Setting | null,
  room: NameRoom,
  { pitch, drop }: Spacing,
  bench: Bench,
): Promise<Layout> {
  const measured: MeasuredLine[] = []
  for (const line of lines) measured.push(await measureLine(toRuns(line), setting, bench.measureRuns))
  const widest = Math.max(...measured.map(({ emWidth }) => emWidth))
  const sizePx = Math.floor(10 * Math.min(room.width / widest, room.maxPx, room.height / (lines.length * pitch))) / 10
  return { lines: measured, sizePx, pitch, drop, rightToLeft: setting?.rightToLeft ?? false }
}

/** @param ink depth of the ink below the baseline, for example of a comma, an underscore or a cedilla */
function getSpacing(graphemes: readonly Grapheme[], setting: Setting | null, ink: number): Spacing {
  const isAccented = ({ text }: Grapheme) => /^\P{M}\p{M}/u.test(text.normalize('NFD'))
  const latin = { drop: LATIN.drop, pitch: graphemes.some(isAccented) ? LATIN.accentedPitch : LATIN.pitch }
  const usual = setting === null ? latin : { drop: setting.drop, pitch: setting.rise + setting.drop }
  const drop = Math.max(usual.drop, ink)
  return { drop, pitch: usual.pitch + drop - usual.drop }
}

function getSize({ lines, pitch, sizePx, rightToLeft }: Layout, { width }: NameRoom) {
  const lineWidth = Math.max(...lines.map(({ emWidth }) => emWidth)) * sizePx
  const height = lines.length * pitch * sizePx
  return { width, height, sizePx, lineLeft: rightToLeft ? width - lineWidth : 0, lineWidth }
}

function linesNode({ lines, sizePx, pitch, drop, rightToLeft }: Layout, { width, color }: NameRoom): Node {
  const children = lines.map((line, i): Node => {
    const baseline = ((i + 1) * pitch - drop) * sizePx
    const lineWidth = line.emWidth * sizePx
    return lineNode(line.runs, sizePx, {
      position: 'absolute',
      left: rightToLeft ? width - lineWidth : 0,
      top: baseline - (line.baselinePx * sizePx) / PROBE_PX,
      width: Math.ceil(lineWidth) + 4,
      direction: rightToLeft ? 'rtl' : 'ltr',
      ...(color !== undefined && { color }),
    })
  })
  const height = lines.length * pitch * sizePx
  return { type: 'container', style: { display: 'flex', position: 'relative', width, height }, children }
}
