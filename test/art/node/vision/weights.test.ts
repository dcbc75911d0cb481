import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { describe, expect, test } from 'vitest'
import { widened } from '#shared/vision/graph.ts'
import { readNet } from '#shared/vision/net-file.ts'
import { type NetName, WEIGHTS, weightsPath } from '#shared/vision/weights.ts'
import { EYES_CM, MEAN_FACE, UNITS_PER_CM } from '#worker/artist/vision/mean-face.ts'
import { lower } from '../../../../web/weights/lower.ts'
import { netWeights } from '../../../../web/plugins/net-weights.ts'
import { expectHash, netFile, sourceNet } from '../../../../web/weights/sources.ts'
import { readTflite } from '../../../../web/weights/tflite.ts'
import { quantised, writeNet } from '../../../../web/weights/write-net.ts'

const { compileKernels } = (await import(new URL('../../../../.dev/kernels.mjs', import.meta.url).href)) as {
  compileKernels: () => Promise<Uint8Array>
}

const NAMES = Object.keys(WEIGHTS) as NetName[]
const fileAt = (path: string) => readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url).href))
const packageFile = (path: string) => fileAt(`node_modules/${path}`)
const DETECTOR = '@mediapipe/face_detection/face_detection_short_range.tflite'

describe('the web build', () => {
  type Emitted = { fileName: string; source: Uint8Array }

  test('lays the file of each net under a name that changes with it', () => {
    const files: Emitted[] = []
    const { generateBundle } = netWeights() as Plugin & { generateBundle: (this: object) => void }
    generateBundle.call({ emitFile: (file: Emitted) => files.push(file) })
    expect(files.map(({ fileName }) => `/${fileName}`)).toEqual(NAMES.map(weightsPath))
    for (const { fileName, source } of files) {
      expect(fileName).toContain(createHash('sha256').update(source).digest('hex').slice(0, 12))
    }
  })

  test('fails by name when a file is another one than we know', () => {
    const bytes = new Uint8Array(packageFile(DETECTOR))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(() => expectHash(bytes, sha256, 'The file')).not.toThrow()
    bytes[1000]! ^= 1
    expect(() => expectHash(bytes, sha256, 'The file')).toThrow(`not ${sha256}`)
  })

  test('refuses what is no TensorFlow Lite file', () => {
    expect(() => readTflite(packageFile('@mediapipe/face_detection/package.json'))).toThrow('no TensorFlow Lite file')
  })

  test('refuses a net with a step that no runner knows', () => {
    const tensor = { shape: [1, 4, 4, 8], values: null }
    const operator = { inputs: [0], outputs: [1], byte: () => 0, int: (_i: number, otherwise: number) => otherwise }
    const netOf = (name: string) => ({
      tensors: [tensor, tensor],
      operators: [{ ...operator, name }],
      inputs: [0],
      outputs: [1],
    })
    expect(lower(netOf('relu')).steps).toMatchObject([{ operation: 'relu', inputs: [0], output: 1 }])
    expect(() => lower(netOf('cosine'))).toThrow('No runner knows the operator cosine')
    expect(() => lower(netOf('resizeBilinear'))).toThrow('resizeBilinear is used with other centres')
  })
})

describe('the file of a net', () => {
  test('gives back the net that was written', () => {
    const net = sourceNet('detector')
    const { steps, sizes, weights, ...ends } = readNet(writeNet(net).buffer)
    expect({ steps, sizes, ...ends }).toEqual({
      steps: net.steps,
      sizes: net.sizes,
      input: net.input,
      outputs: net.outputs,
    })
    expect(weights.map(({ shape }) => shape)).toEqual(net.weights.map(({ shape }) => shape))
    expect(
      weights.every(({ values }, i) => Buffer.compare(bytesOf(values), bytesOf(net.weights[i]!.values)) === 0),
    ).toBe(true)
  })

  test('with integers holds every weight to half a step of its channel', () => {
    const net = sourceNet('matte')
    const wide = { ...net, weights: net.weights.map((one) => ({ ...one, values: widened(one) })) }
    for (const [i, { values, scales, shape }] of quantised(wide).weights.entries()) {
      if (scales === null) continue
      const each = values.length / shape[0]!
      const worst = Array.from(wide.weights[i]!.values, (value, at) => {
        const scale = scales[Math.floor(at / each)]!
        return Math.abs(value - values[at]! * scale) / scale
      })
      expect(Math.max(...worst)).toBeLessThan(0.501)
    }
  })

  test('is refused when it is none', () => {
    expect(() => readNet(new ArrayBuffer(3))).toThrow('no file of a net')
    expect(() => readNet(new TextEncoder().encode('<!doctype html><p>').buffer as ArrayBuffer)).toThrow(
      'no file of a net',
    )
    expect(() => readNet(netFile('detector').buffer.slice(0, 2000))).toThrow()
  })
})

test('the kernels are what their text says', async () => {
  const made = fileAt('shared/vision/engine/kernels.wasm')
  expect(Buffer.compare(made, await compileKernels())).toBe(0)
})

test('the mean face is the one of the package', () => {
  // A protocol buffer: in it 468 vertices of five floats (place and texture), one after the other as field 3 of the mesh.
  const list = packageFile('@mediapipe/face_mesh/face_mesh_solution_packed_assets_loader.js').toString()
  const [, start, end] = /metadata_landmarks\.binarypb", "start": (\d+), "end": (\d+)/.exec(list)!
  const metadata = packageFile('@mediapipe/face_mesh/face_mesh_solution_packed_assets.data').subarray(
    Number(start),
    Number(end),
  )
  const FIELD_3_FLOAT = 0x1d
  const first = metadata.indexOf(FIELD_3_FLOAT)
  const floatAt = (i: number) => metadata.readFloatLE(first + 5 * i + 1)
  for (let i = 0; i < 468; i++) {
    const [x, y, z] = [floatAt(5 * i), floatAt(5 * i + 1), floatAt(5 * i + 2)]
    const units = [x * UNITS_PER_CM, -6 + (EYES_CM - y) * UNITS_PER_CM, -z * UNITS_PER_CM]
    for (const [k, value] of units.entries()) expect(Math.abs(MEAN_FACE[3 * i + k]! - value)).toBeLessThan(0.051)
  }
  expect(MEAN_FACE).toHaveLength(3 * 468)
})

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength)
