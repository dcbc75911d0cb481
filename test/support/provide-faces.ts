import type { TestProject } from 'vitest/node'
import { faceBytes } from './faces.ts'

/** Faces with different skin, hair and file size. */
const NAMES = ['dark-skin', 'curly-hair', 'toddler'] as const

/** Provides three faces to tests that run without a file system. */
export default function provideFaces(project: TestProject) {
  project.provide(
    'faces',
    NAMES.map((name) => Buffer.from(faceBytes(name)).toString('base64')),
  )
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Base64-encoded JPEGs. */
    faces: readonly string[]
  }
}
