import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { createNet } from '#shared/vision/engine/net.ts'
import type { Graph } from '#shared/vision/graph.ts'
import { createLevels, type Pixels, sample, square } from '#shared/vision/frame.ts'
import { readNet } from '#shared/vision/net-file.ts'
import type { NetName } from '#shared/vision/weights.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { findFaces, segmentHead } from '#worker/artist/vision/index.ts'
import { getKernels } from '#worker/artist/vision/nets.ts'
import { likeliest } from '#worker/artist/vision/segments.ts'
import { netFile, sourceNet } from '../../../../web/weights/sources.ts'
import { faceBytes, type FaceName } from '../../../support/faces.ts'
import { toPicture } from '../ink/photos.ts'

const kernels = await getKernels()
const face = async (name: FaceName): Promise<Picture> => toPicture(sharp(faceBytes(name)))

/** The input tensor for a face that fills most of its photo. */
async function createInput(graph: Graph, name: FaceName, low: number): Promise<Float32Array> {
  const { data, widthPx: width, heightPx: height } = await face(name)
  const pixels: Pixels = { data, width, height }
  return sample(createLevels(pixels), square(width / 2, height / 2, width), graph.sizes[graph.input]!.width, low, 1)
}

/** Known values of a net's outputs by index, computed once with plain loops over the same graph. */
type Known = Readonly<Record<number, number>>

describe('net outputs', () => {
  test.each<[NetName, string, number, number, readonly Known[]]>([
    [
      'detector',
      '1/1000 of a pixel of 128, and of a logit',
      -1,
      1e-3,
      [
        { 896: -1.39579, 2725: -4.12975, 4554: -2.39683, 6383: -6.87192, 8212: -5.85357, 10041: 23.34772 },
        { 56: -4.51759, 205: -4.49893, 354: -4.74907, 503: -3.98912, 652: -12.32496, 895: -36.53716 },
      ],
    ],
    [
      'mesh',
      '1/1000 of a pixel of 192, and of a logit',
      0,
      1e-3,
      [{ 87: 64.9235, 300: 73.9212, 512: 16.9895, 725: -20.9576, 937: 142.6021, 1403: -5.5348 }, { 0: 33.0317 }],
    ],
    [
      'matte',
      '1/10,000',
      0,
      1e-4,
      [{ 1006: 0.47176, 4420: 0.31449, 10034: 0.48184, 23830: 0.27484, 29952: 0.27941, 54016: 0.91478 }],
    ],
    [
      'classes',
      '1/1000 of a score',
      -1,
      1e-3,
      [{ 24576: 2.95322, 73765: -1.06772, 122954: -1.36483, 172143: -1.51249, 221332: -1.28259, 368899: 3.22642 }],
    ],
  ])('returns the reference outputs of the "%s" net on a face, within %s', async (name, _so, low, tolerance, known) => {
    const graph = readNet(netFile(name).buffer)
    const outputs = createNet(graph).run(kernels, await createInput(graph, 'curly-hair', low))
    for (const [i, values] of known.entries()) {
      for (const [place, value] of Object.entries(values)) {
        expect(Math.abs(outputs[i]![Number(place)]! - value), `output ${i}, value ${place}`).toBeLessThan(tolerance)
      }
    }
  })
})

test('changes the class of fewer than 1 in 200 pixels with 8-bit weights', async () => {
  const exact = sourceNet('classes')
  const [precise, packed] = [createNet(exact), createNet(readNet(netFile('classes').buffer))]
  for (const name of ['grey-beard-glasses', 'dark-skin'] as const) {
    const input = await createInput(exact, name, -1)
    const [one, other] = [precise, packed].map((net) => likeliest(net.run(kernels, input)[0]!, 6)) as [
      Uint8Array,
      Uint8Array,
    ]
    const changed = one.reduce((count, kind, i) => count + (kind === other[i]! ? 0 : 1), 0)
    expect(changed / one.length, name).toBeLessThan(0.005)
    expect(new Set(one).size, name).toBeGreaterThan(3)
  }
})

describe('consecutive and concurrent detection', () => {
  let pictures: Picture[]
  beforeAll(async () => {
    pictures = await Promise.all((['cap', 'dark-skin', 'bald-beard'] as const).map(face))
  })

  async function seen(picture: Picture) {
    const [found] = await findFaces(picture)
    return { found, segments: await segmentHead(picture, found!) }
  }

  test('detects the same faces one by one and concurrently, in the memory of one', async () => {
    const apart = [await seen(pictures[0]!)]
    expect(kernels.memory.buffer.byteLength).toBe(7_864_320)
    for (const picture of pictures.slice(1)) apart.push(await seen(picture))
    expect(await Promise.all(pictures.map(seen))).toEqual(apart)
    expect(kernels.memory.buffer.byteLength).toBe(7_864_320)
  })
})
