import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import satori from 'satori'
import sharp from 'sharp'
import { renderCard } from '#worker/render/card/card.ts'
import type { Node } from '#worker/graphics/engine.ts'
import { drawFormat } from '#worker/render/formats/draw.ts'
import { FORMATS } from '#worker/render/formats/format.ts'
import { shareScene } from '#worker/render/formats/share.ts'
import { noFonts } from '#worker/graphics/script-fonts.ts'
import { drawSampleArt, toCardPicture } from './samples.ts'

const MEANS = { site: 'cards.example', loadFont: noFonts }
const WARM_UP = 2
const packageFile = (path: string) => readFileSync(createRequire(import.meta.url).resolve(path))

/** Prints the median of `rounds` for each kind. */
export async function measure(rounds: number): Promise<void> {
  await initWasm(packageFile('@resvg/resvg-wasm/index_bg.wasm'))
  const picture = toCardPicture({ art: await drawSampleArt('duck', 'Green Bay Packers') })
  const card = { ...picture, serial: '4F7K-2Q9', front: await renderCard(picture) }
  const others = await createOthers(await shareScene(card), card.front)
  const kinds: Record<string, () => Promise<Uint8Array>> = {
    card: () => renderCard(picture),
    share: () => drawFormat('share', card, MEANS),
    'share by satori + resvg': others,
    story: () => drawFormat('story', card, MEANS),
    back: () => drawFormat('back', card, MEANS),
    'thumb-256': () => drawFormat('thumb-256', card, MEANS),
    'thumb-384': () => drawFormat('thumb-384', card, MEANS),
    'thumb-512': () => drawFormat('thumb-512', card, MEANS),
    'thumb-720': () => drawFormat('thumb-720', card, MEANS),
  }
  const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]))
  const bytes = new Map<string, number>()
  for (let round = 0; round < WARM_UP + rounds; round++)
    for (const [kind, make] of Object.entries(kinds)) {
      const start = performance.now()
      const { length } = await make()
      if (round >= WARM_UP) times.get(kind)!.push(performance.now() - start)
      bytes.set(kind, length)
    }
  for (const [kind, all] of times)
    process.stdout.write(
      `${kind.padEnd(24)} median ${getMedian(all).toFixed(0).padStart(5)} ms, fastest ${Math.min(...all)
        .toFixed(0)
        .padStart(5)} ms, ${(bytes.get(kind)! / 1000).toFixed(0).padStart(5)} KB\n`,
    )
  const [ours, theirs] = ['share', 'share by satori + resvg'].map((kind) => getMedian(times.get(kind)!))
  const ratio = theirs! / ours!
  process.stdout.write(`satori + resvg take ${ratio.toFixed(1)} times as long as ours\n`)
}

const getMedian = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

type Element = { type: string; props: Record<string, unknown> }

/** The same tree for satori. Its background is a prerendered image, while our renderer paints it every time. */
async function createOthers(scene: Node, front: Uint8Array): Promise<() => Promise<Uint8Array>> {
  const element = await toElement(scene, front)
  const face = (name: string, file: string, weight: 400 | 600) => ({
    name,
    weight,
    style: 'normal' as const,
    data: packageFile(`@fontsource/${file}-normal.woff`),
  })
  const fonts = [
    face('Anton', 'anton/files/anton-latin-400', 400),
    face('Barlow Condensed', 'barlow-condensed/files/barlow-condensed-latin-600', 600),
  ]
  return async () => {
    const svg = await satori(element as never, { ...FORMATS.share, fonts })
    return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
  }
}

async function toElement(node: Node, front: Uint8Array): Promise<Element> {
  const style = { ...node.style } as Record<string, unknown>
  if (node.type === 'text') return { type: 'div', props: { style, children: node.text } }
  if (node.type === 'image') {
    const { width, height } = style
    return { type: 'img', props: { style, width, height, src: await toSource(node.src, front) } }
  }
  const children = await Promise.all((node.children ?? []).map((child) => toElement(child as Node, front)))
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

async function toSource(src: unknown, front: Uint8Array): Promise<string> {
  if (typeof src === 'string') return `data:image/jpeg;base64,${Buffer.from(front).toString('base64')}`
  const { width, height, data } = src as { width: number; height: number; data: Uint8Array }
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
