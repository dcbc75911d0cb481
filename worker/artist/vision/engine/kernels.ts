import wasm from './kernels.wasm'

type Address = number
type Bytes = number

/** What `kernels.wasm` exports; kernels.wat says what each does. */
export type Kernels = {
  readonly memory: WebAssembly.Memory
  gemm(
    a: Address,
    aStride: Bytes,
    b: Address,
    bias: Address,
    c: Address,
    cStride: Bytes,
    rows: number,
    columns: number,
    depth: number,
    low: number,
  ): void
  depthwise3(
    row0: Address,
    row1: Address,
    row2: Address,
    weights: Address,
    bias: Address,
    out: Address,
    width: number,
    pixel: Bytes,
    step: Bytes,
    low: number,
  ): void
  depthwise(
    input: Address,
    weights: Address,
    bias: Address,
    out: Address,
    width: number,
    pixel: Bytes,
    step: Bytes,
    offsets: Address,
    taps: number,
    low: number,
  ): void
  maxPool2(row0: Address, row1: Address, out: Address, width: number, pixel: Bytes): void
  add(one: Address, other: Address, out: Address, length: Bytes): void
  scale(input: Address, factors: Address, out: Address, length: Bytes, pixel: Bytes): void
  total(input: Address, out: Address, length: Bytes, pixel: Bytes): void
  prelu(input: Address, slopes: Address, out: Address, length: Bytes, pixel: Bytes): void
  hardSwish(input: Address, out: Address, length: Bytes): void
  lerp(one: Address, other: Address, out: Address, length: Bytes, share: number): void
  widen(row: Address, out: Address, table: Address, width: number, pixel: Bytes): void
}

let started: Promise<Kernels> | null = null

/** Starts the kernels, once in an isolate; after a failure the next call tries again. */
export function startKernels(): Promise<Kernels> {
  started ??= WebAssembly.instantiate(wasm, {}).then(
    ({ exports }) => exports as unknown as Kernels,
    (cause: unknown) => {
      started = null
      throw cause
    },
  )
  return started
}
