type Address = number
type Bytes = number

/** The exports of `kernels.wasm`, documented in kernels.wat. */
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

/** Instantiates the kernels with their own memory. @param module the compiled `kernels.wasm` */
export async function startKernels(module: WebAssembly.Module): Promise<Kernels> {
  const { exports } = await WebAssembly.instantiate(module, {})
  return exports as unknown as Kernels
}
