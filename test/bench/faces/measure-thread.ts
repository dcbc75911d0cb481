import '../../support/node-hooks.ts'
import { workerData } from 'node:worker_threads'
import { answering } from './answering.ts'
import type { ClassGain } from './class-gain.ts'
import type { Measured } from './measure.ts'

export type MeasureTask = { readonly path: string; readonly team: string }
export type MeasureAnswer = Measured & { readonly gain: ClassGain | null }

const { measurePhoto } = await import('./measure.ts')
const { measureClassGain } = await import('./class-gain.ts')
const { withoutClasses } = workerData as { withoutClasses: boolean }

let isWarm = false

answering<MeasureTask, MeasureAnswer>(async ({ path, team }) => {
  // The JIT compiler needs a few runs; only later times count.
  for (; !isWarm; isWarm = true) for (let i = 0; i < 4; i++) await measurePhoto(path, team)
  const measured = await measurePhoto(path, team)
  return { ...measured, gain: withoutClasses ? await measureClassGain(path, team) : null }
})
