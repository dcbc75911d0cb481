import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { describe, expect, test } from 'vitest'
import wabt from 'wabt'
import { toFloats } from '#shared/vision/graph.ts'
import { readNet } from '#shared/vision/net-file.ts'
import { type NetName, WEIGHTS, weightsPath } from '#shared/vision/weights.ts'
import { EYES_CM, MEAN_FACE, UNITS_PER_CM } from '#worker/artist/vision/mean-face.ts'
import { lower } from '../../../../web/weights/lower.ts'
import { netWeights } from '../../../../web/plugins/net-weights.ts'
import { expectHash, netFile, sourceNet } from '../../../../web/weights/sources.ts'
import { readTflite } from '../../../../web/weights/tflite.ts'
import { quantize, writeNet } from '../../../../web/weights/write-net.ts'

const NAMES = Object.keys(WEIGHTS) as NetName[]
const fileAt = (path: string) => readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url).href))
const packageFile = (path: string) => fileAt(`node_modules/${path}`)
const DETECTOR = '@mediapipe/face_detection/face_detection_short_range.tflite'

describe('net files in the web build', () => {
  type Emitted = { fileName: string; source: Uint8Array }

  test("names each net's file by its content hash", () => {
    const files: Emitted[] = []
    const { generateBundle } = netWeights() as Plugin & { generateBundle: (this: object) => void }
    generateBundle.call({ emitFile: (file: Emitted) => files.push(file) })
    expect(files.map(({ fileName }) => `/${fileName}`)).toEqual(NAMES.map(weightsPath))
    for (const { fileName, source } of files) {
      expect(fileName).toContain(createHash('sha256').update(source).digest('hex').slice(0, 12))
    }
  })

  test("fails with the net's name when its file differs from the known one", () => {
    const bytes = new Uint8Array(packageFile(DETECTOR))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(() => expectHash(bytes, sha256, 'The file')).not.toThrow()
    bytes[1000]! ^= 1
    expect(() => expectHash(bytes, sha256, 'The file')).toThrow(`not ${sha256}`)
  })

  test('rejects a file that is not a TensorFlow Lite model', () => {
    expect(() => readTflite(packageFile('@mediapipe/face_detection/package.json'))).toThrow('no TensorFlow Lite file')
  })

  test('rejects a net with an operator that the engine does not support', () => {
    const tensor = { shape: [1, 4, 4, 8], values: null }
    const operator = { inputs: [0], outputs: [1], byte: () => 0, int: (_i: number, otherwise: number) => otherwise }
    const createNet = (name: string) => ({
      tensors: [tensor, tensor],
      operators: [{ ...operator, name }],
      inputs: [0],
      outputs: [1],
    })
    expect(lower(createNet('relu')).steps).toMatchObject([{ operation: 'relu', inputs: [0], output: 1 }])
    expect(() => lower(createNet('cosine'))).toThrow('No runner knows the operator cosine')
    expect(() => lower(createNet('resizeBilinear'))).toThrow('resizeBilinear is used with other centers')
  })
})

describe('the net file format', () => {
  test('round-trips a net', () => {
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
      weights.every(({ values }, i) => Buffer.compare(toBytes(values), toBytes(net.weights[i]!.values)) === 0),
    ).toBe(true)
  })

  test('quantizes every weight to within half a step of its channel', () => {
    const net = sourceNet('matte')
    const wide = { ...net, weights: net.weights.map((one) => ({ ...one, values: toFloats(one) })) }
    for (const [i, { values, scales, shape }] of quantize(wide).weights.entries()) {
      if (scales === null) continue
      const each = values.length / shape[0]!
      const worst = Array.from(wide.weights[i]!.values, (value, at) => {
        const scale = scales[Math.floor(at / each)]!
        return Math.abs(value - values[at]! * scale) / scale
      })
      expect(Math.max(...worst)).toBeLessThan(0.501)
    }
  })

  test('refuses a malformed net file', () => {
    expect(() => readNet(new ArrayBuffer(3))).toThrow('Not a network file')
    expect(() => readNet(new TextEncoder().encode('<!doctype html><p>').buffer as ArrayBuffer)).toThrow(
      'Not a network file',
    )
    expect(() => readNet(netFile('detector').buffer.slice(0, 2000))).toThrow()
  })
})

test('ships compiled kernels that match their source', async () => {
  const { parseWat } = await wabt()
  const parsed = parseWat('kernels.wat', fileAt('shared/vision/engine/kernels.wat').toString(), { simd: true })
  const compiled = parsed.toBinary({}).buffer
  expect(Buffer.compare(fileAt('shared/vision/engine/kernels.wasm'), compiled)).toBe(0)
})

test('ships the mean face of the MediaPipe package', () => {
  // A protocol buffer: 468 vertices of five floats (position and texture), consecutively in field 3 of the mesh.
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

const toBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength)
