import type { EdgeContext } from '../app-env.ts'
import { askApi } from './ask-api.ts'

export type Answer = { status: number; body: unknown }

/** What the API answers this visitor, by address. A page carries it, so that its screen has nothing to wait for. */
export type Answers = Readonly<Record<string, Answer>>

export async function readAnswers(c: EdgeContext, paths: readonly string[]): Promise<Answers> {
  const entries = paths.map(async (path): Promise<[string, Answer]> => {
    const response = await askApi(c, path)
    return [path, { status: response.status, body: await response.json() }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** What is worth carrying: whatever failed, the screen asks for itself. */
export const goodBodiesOf = (answers: Answers): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answers)
      .filter(([, { status }]) => status === 200)
      .map(([path, { body }]) => [path, body]),
  )
