/** A constant or computed tensor. `values` is null for a computed one; float16 values are raw bits. */
export type Tensor = {
  readonly shape: readonly number[]
  readonly values: Float32Array | Uint16Array | Int32Array | null
}

export type Operator = {
  /** The schema's name in camelCase, or a custom operator's own name. */
  readonly name: string
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
  /** Reads a one-byte field of the operator's options, numbered as in the schema. Default: 0. */
  byte(i: number): number
  /** Reads a four-byte field. */
  int(i: number, otherwise: number): number
}

export type TfliteGraph = {
  readonly tensors: readonly Tensor[]
  readonly operators: readonly Operator[]
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
}

/** Values of the schema's `BuiltinOperator` that our networks use. */
const BUILTINS: Readonly<Record<number, string>> = {
  0: 'add',
  1: 'averagePool2d',
  2: 'concatenation',
  3: 'conv2d',
  4: 'depthwiseConv2d',
  6: 'dequantize',
  14: 'logistic',
  17: 'maxPool2d',
  18: 'mul',
  19: 'relu',
  22: 'reshape',
  23: 'resizeBilinear',
  25: 'softmax',
  34: 'pad',
  39: 'transpose',
  54: 'prelu',
  67: 'transposeConv',
  74: 'sum',
  97: 'resizeNearestNeighbor',
  117: 'hardSwish',
}
const CUSTOM = 32
const FLOAT32 = 0
const FLOAT16 = 1
const INT32 = 2

/**
 * Reads a TensorFlow Lite file of one subgraph: a FlatBuffer, version 3 of the schema
 * (https://github.com/tensorflow/tensorflow/blob/v2.19.0/tensorflow/compiler/mlir/lite/schema/schema.fbs).
 * Skips operators that only widen constants (`dequantize`) and uses the constants directly.
 *
 * @throws Error for another kind of file, and for unknown operators and types
 */
export function readTflite(bytes: Uint8Array): TfliteGraph {
  const { follow, table, vector, tables, ints, int, byte, text } = flatBuffer(bytes)
  const identifier = String.fromCharCode(...bytes.subarray(4, 8))
  if (identifier !== 'TFL3') throw new Error(`This is no TensorFlow Lite file: ${identifier}`)

  const model = follow(0)
  const names = tables(model, 1).map((code) => {
    // Numbers above 127 do not fit in the first field, and older writers fill only that one.
    const number = Math.max(byte(code, 0), int(code, 3, 0))
    const name = number === CUSTOM ? text(code, 1) : BUILTINS[number]
    if (name === undefined) throw new Error(`The net has an operator that is not known: ${number}`)
    return name
  })
  const buffers = tables(model, 4)
  const graph = tables(model, 2)[0]!
  const tensors = tables(graph, 0).map((tensor): Tensor => {
    const shape = ints(tensor, 0)
    const { length, start } = vector(buffers[int(tensor, 2, 0)]!, 0)
    if (length === 0) return { shape, values: null }
    // Copied, because typed arrays need four-byte alignment.
    return { shape, values: toValues(byte(tensor, 1), new Uint8Array(bytes.subarray(start, start + length)).buffer) }
  })
  const operators: Operator[] = []
  for (const operator of tables(graph, 3)) {
    const name = names[int(operator, 0, 0)]!
    const [inputs, outputs] = [ints(operator, 1), ints(operator, 2)]
    if (name === 'dequantize') {
      tensors[outputs[0]!] = tensors[inputs[0]!]!
      continue
    }
    const options = table(operator, 4)
    operators.push({
      name,
      inputs,
      outputs,
      byte: (i) => (options === null ? 0 : byte(options, i)),
      int: (i, otherwise) => (options === null ? otherwise : int(options, i, otherwise)),
    })
  }
  return { tensors, operators, inputs: ints(graph, 1), outputs: ints(graph, 2) }
}

function toValues(type: number, data: ArrayBufferLike): Float32Array | Uint16Array | Int32Array {
  if (type === FLOAT32) return new Float32Array(data)
  if (type === FLOAT16) return new Uint16Array(data)
  if (type === INT32) return new Int32Array(data)
  throw new Error(`The net has constants of a type that is not known: ${type}`)
}

/** Reads tables and vectors by field number (https://flatbuffers.dev/internals). */
function flatBuffer(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A table begins with the distance back to its list of field offsets; offset 0 means that a field has its default.
  const field = (table: number, i: number) => {
    const list = table - view.getInt32(table, true)
    const at = 4 + 2 * i
    const offset = at < view.getUint16(list, true) ? view.getUint16(list + at, true) : 0
    return offset === 0 ? null : table + offset
  }
  const follow = (at: number) => at + view.getUint32(at, true)
  const vector = (table: number, i: number) => {
    const at = field(table, i)
    if (at === null) return { length: 0, start: 0 }
    const start = follow(at)
    return { length: view.getUint32(start, true), start: start + 4 }
  }
  const each = <T>(table: number, i: number, read: (at: number) => T): T[] => {
    const { length, start } = vector(table, i)
    return Array.from({ length }, (_, n) => read(start + 4 * n))
  }
  return {
    follow,
    vector,
    /** Returns the table of a field, or null. */
    table(table: number, i: number): number | null {
      const at = field(table, i)
      return at === null ? null : follow(at)
    },
    tables: (table: number, i: number): number[] => each(table, i, follow),
    ints: (table: number, i: number): number[] => each(table, i, (at) => view.getInt32(at, true)),
    int(table: number, i: number, otherwise: number): number {
      const at = field(table, i)
      return at === null ? otherwise : view.getInt32(at, true)
    },
    byte(table: number, i: number): number {
      const at = field(table, i)
      return at === null ? 0 : view.getInt8(at)
    },
    text(table: number, i: number): string {
      const { length, start } = vector(table, i)
      return new TextDecoder().decode(bytes.subarray(start, start + length))
    },
  }
}
