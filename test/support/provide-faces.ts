import type { TestProject } from 'vitest/node'
import { faceBytes } from './faces.ts'

/** Faces of different skin, hair and size of file. */
const NAMES = ['dark-skin', 'curly-hair', 'toddler'] as const

/** Hands three faces to tests that run where there is no file system. */
export default function provideFaces(project: TestProject) {
  project.provide(
    'faces',
    NAMES.map((name) => Buffer.from(faceBytes(name)).toString('base64')),
  )
}

declare module 'vitest' {
  interface ProvidedContext {
    /** JPEGs in base64. */
    faces: readonly string[]
  }
}
