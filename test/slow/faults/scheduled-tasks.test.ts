import { beforeEach, describe, expect, test } from 'vitest'
import { Tasks, runInSequence, type Task } from '#worker/operate/tasks.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'

beforeEach(freshDatabase)

const MINUTE = 60_000
const START = Date.parse('2026-11-21T12:00:00Z')

function createTasksWithClock() {
  const time = { now: START }
  return { time, tasks: new Tasks({ db: testEnv().DB, clock: () => time.now }) }
}

describe('scheduled tasks', () => {
  test('runs a task in only one of two overlapping runs', async () => {
    const { tasks } = createTasksWithClock()
    let running = 0
    let most = 0
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const task: Task = async () => {
      most = Math.max(most, ++running)
      await held
      running--
      return { items: 1, resume: null }
    }
    // The run without the lease ends first and lets the other one finish.
    const run = () => tasks.runAll({ task }).finally(letGo)
    const ran = await Promise.all([run(), run()])
    expect(most).toBe(1)
    expect(ran.map(({ task: items }) => items ?? 'held').toSorted()).toEqual([1, 'held'])
  })

  test('resumes a dead run’s task once its lease has expired, and ignores the dead run’s later writes', async () => {
    const { time, tasks } = createTasksWithClock()
    const seen: (string | null)[] = []
    let letGo = () => {}
    const stuck = new Promise<void>((resolve) => (letGo = resolve))
    const dead = tasks.runAll({
      task: async (resume) => {
        if (resume !== null) await stuck
        return { items: 1, resume: resume === null ? 'second' : 'from the dead' }
      },
    })
    await until(async () => (await getResume('task')) === 'second')
    const work: Task = async (resume) => (seen.push(resume), { items: 1, resume: null })
    expect(await tasks.runAll({ task: work })).toEqual({})
    time.now += 2 * MINUTE + 1
    expect(await tasks.runAll({ task: work })).toEqual({ task: 1 })
    expect(seen).toEqual(['second'])
    letGo()
    await dead
    expect([await getResume('task'), (await tasks.states())[0]!.outcome]).toEqual([null, 'done'])
  })

  test('limits the steps of one run and continues in the next, with the longest-waiting tasks first', async () => {
    const { time, tasks } = createTasksWithClock()
    const order: string[] = []
    const endless: Task = async (resume) => ({ items: 1, resume: String(Number(resume ?? 0) + 1) })
    const named =
      (name: string): Task =>
      async () => (order.push(name), { items: 0, resume: null })
    const all = { endless, one: named('one'), two: named('two') }
    expect(await tasks.runAll(all)).toMatchObject({ endless: 30 })
    expect(await getResume('endless')).toBe('30')
    time.now += MINUTE
    await tasks.runAll({ two: all.two })
    time.now += MINUTE
    await tasks.runAll(all)
    expect(order).toEqual(['one', 'two', 'two', 'one', 'two'])
    expect(await getResume('endless')).toBe('60')
    expect((await tasks.states()).find(({ name }) => name === 'endless')).toMatchObject({ outcome: 'more', items: 30 })
  })

  test('leaves a task to the next run when the steps of a run are used up', async () => {
    const { time, tasks } = createTasksWithClock()
    const endless: Task = async (resume) => ({ items: 1, resume: String(Number(resume ?? 0) + 1) })
    const names = ['a', 'b', 'c', 'd', 'e']
    const all = Object.fromEntries(names.map((name) => [name, endless]))
    expect(await tasks.runAll(all)).toEqual({ a: 30, b: 30, c: 30, d: 30 })
    time.now += MINUTE
    expect(await tasks.runAll(all)).toMatchObject({ e: 30 })
  })

  test('resumes a failed task in place once, and restarts it when it fails there again', async () => {
    const { tasks } = createTasksWithClock()
    const task: Task = async (resume) => {
      if (resume === 'bad') throw new Error('https://inside.example is broken')
      return { items: 1, resume: 'bad' }
    }
    expect(await tasks.runAll({ task })).toEqual({ task: null })
    expect(await getResume('task')).toBe('bad')
    expect(await tasks.runAll({ task })).toEqual({ task: null })
    expect(await getResume('task')).toBeNull()
    expect(await tasks.states()).toMatchObject([
      { name: 'task', outcome: 'failed', endedWellAt: null, error: 'Error: [address] is broken', isLate: true },
    ])
    expect(takeConsole()).toHaveLength(2)
  })

  test('reports a task as late when no run has succeeded for half an hour', async () => {
    const { time, tasks } = createTasksWithClock()
    await tasks.runAll({ task: async () => ({ items: 3, resume: null }) })
    time.now += 30 * MINUTE
    expect(await tasks.states()).toEqual([
      {
        name: 'task',
        startedAt: START,
        endedAt: START,
        endedWellAt: START,
        outcome: 'done',
        items: 3,
        error: null,
        isLate: false,
      },
    ])
    time.now += 1
    expect((await tasks.states())[0]!.isLate).toBe(true)
  })
})

test('resumes several tasks in the middle, in turn', async () => {
  const three = (name: string): Task => {
    return async (resume) => ({
      items: 1,
      resume: resume === `${name}1` ? null : resume === null ? `${name}0` : `${name}1`,
    })
  }
  const both = runInSequence([three('a'), three('b')])
  const places: (string | null)[] = []
  let resume: string | null = null
  do {
    resume = (await both(resume)).resume
    places.push(resume)
  } while (resume !== null)
  expect(places).toEqual(['[0,"a0"]', '[0,"a1"]', '[1,null]', '[1,"b0"]', '[1,"b1"]', null])
})

const getResume = (name: string) =>
  testEnv().DB.prepare('select resume from scheduled_tasks where name = ?1').bind(name).first<string | null>('resume')

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}
