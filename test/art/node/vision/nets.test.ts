import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Graph } from '#shared/vision/graph.ts'
import { levelsOf, type Pixels, sample, square } from '#shared/vision/frame.ts'
import { readNet } from '#shared/vision/net-file.ts'
import { PLAIN_KERNELS } from '#shared/vision/plain-kernels.ts'
import { createPlainNet } from '#shared/vision/plain-net.ts'
import type { NetName } from '#shared/vision/weights.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { startKernels } from '#worker/artist/vision/engine/kernels.ts'
import { createNet } from '#worker/artist/vision/engine/net.ts'
import { findFaces, segmentHead } from '#worker/artist/vision/index.ts'
import { likeliest } from '#worker/artist/vision/segments.ts'
import { netFile, sourceNet } from '../../../../web/weights/sources.ts'
import { faceBytes, type FaceName } from '../../../support/faces.ts'
import { pictureOf } from '../ink/photos.ts'

const kernels = await startKernels()
const face = async (name: FaceName): Promise<Picture> => pictureOf(sharp(faceBytes(name)))

/** What a net is given of a face that fills most of its photo. */
async function inputOf(graph: Graph, name: FaceName, low: number): Promise<Float32Array> {
  const { data, widthPx: width, heightPx: height } = await face(name)
  const pixels: Pixels = { data, width, height }
  return sample(levelsOf(pixels), square(width / 2, height / 2, width), graph.sizes[graph.input]!.width, low, 1)
}

const farthest = (one: Float32Array, other: Float32Array): number =>
  one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0)

describe('on a face the kernels give what the plain ones do', () => {
  test.each<[NetName, string, number, readonly number[]]>([
    ['detector', 'a thousandth of a pixel of 128, and of a logit', -1, [1e-3, 1e-3]],
    ['mesh', 'a thousandth of a pixel of 192, and of a logit', 0, [1e-3, 1e-3]],
    ['matte', 'a ten thousandth of a share', 0, [1e-4]],
    ['classes', 'a thousandth of a score', -1, [1e-3]],
  ])(
    'the net "%s", to %s',
    async (name, _so, low, differences) => {
      const graph = readNet(netFile(name).buffer)
      const input = await inputOf(graph, 'curly-hair', low)
      const plain = createPlainNet(graph, PLAIN_KERNELS).run(input)
      const fast = createNet(graph).run(kernels, input)
      for (const [i, difference] of differences.entries()) {
        expect(farthest(fast[i]!, plain[i]!), `output ${i}`).toBeLessThan(difference)
      }
    },
    60_000,
  )
})

test('weights of 8 bits change the class of fewer than 1 in 200 places', async () => {
  const exact = sourceNet('classes')
  const [precise, packed] = [createNet(exact), createNet(readNet(netFile('classes').buffer))]
  for (const name of ['curly-hair', 'grey-beard-glasses', 'dark-skin'] as const) {
    const input = await inputOf(exact, name, -1)
    const [one, other] = [precise, packed].map((net) => likeliest(net.run(kernels, input)[0]!, 6)) as [
      Uint8Array,
      Uint8Array,
    ]
    const changed = one.reduce((count, kind, i) => count + (kind === other[i]! ? 0 : 1), 0)
    expect(changed / one.length, name).toBeLessThan(0.005)
    expect(new Set(one).size, name).toBeGreaterThan(3)
  }
})

describe('one face after the other', () => {
  let pictures: Picture[]
  beforeAll(async () => {
    pictures = await Promise.all((['cap', 'dark-skin', 'bald-beard'] as const).map(face))
  })

  async function seen(picture: Picture) {
    const [found] = await findFaces(picture)
    return { found, segments: await segmentHead(picture, found!) }
  }

  test('takes 7.5 MB of the kernels’ memory, and more faces take no more', async () => {
    await seen(pictures[0]!)
    expect(kernels.memory.buffer.byteLength).toBe(7_864_320)
    for (let i = 0; i < 4; i++) await seen(pictures[i % 3]!)
    expect(kernels.memory.buffer.byteLength).toBe(7_864_320)
  })

  test('and all at once is seen alike', async () => {
    const apart = []
    for (const picture of pictures) apart.push(await seen(picture))
    expect(await Promise.all(pictures.map(seen))).toEqual(apart)
  })
})
