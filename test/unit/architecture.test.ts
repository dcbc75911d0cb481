import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { LEAGUE_TABLES } from '#worker/backend/leagues/tables.ts'
import { findViolations, findCycle, listImports, listStaticPackages, findTableNames } from '../support/layers.ts'
import { findOffenders } from '../support/offenders.ts'

const SIDES = ['shared', 'worker', 'web/src']

const listSources = (side: string): string[] =>
  readdirSync(side, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => `${side}/${name}`)

test('lets every source file import only what its layer allows', () => {
  for (const side of SIDES) expect(listSources(side).length, side).toBeGreaterThan(10)
  expect(SIDES.flatMap(listSources).flatMap((file) => findViolations(file, readFileSync(file, 'utf8')))).toEqual([])
})

test('has no circular imports, not even of types', () => {
  const files = SIDES.flatMap(listSources)
  expect(findCycle(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toBeNull()
})

test('lets only the two entries import the composition root', () => {
  const importers = SIDES.flatMap(listSources).filter((file) =>
    listImports(readFileSync(file, 'utf8')).some((specifier) => /(^|\/)compose\.ts$/.test(specifier)),
  )
  const allowed = new Set(['worker/index.ts', 'worker/app.ts', 'worker/backend/app.ts'])
  expect(importers.filter((file) => !allowed.has(file))).toEqual([])
})

describe("the imports at a Worker's start", () => {
  const started = listStaticPackages(
    'worker/index.ts',
    new Map(['shared', 'worker'].flatMap(listSources).map((file) => [file, readFileSync(file, 'utf8')])),
  )
  test('starts an isolate without the packages for documents and models', () => {
    expect([...started]).toEqual(expect.arrayContaining(['hono', 'zod']))
    // These packages are most of the Worker's code, and most isolates never use them.
    const lazy = /^ai$|^@ai-sdk\/|^unpdf|^mammoth|^read-excel-file|^fast-xml-parser|^papaparse|puppeteer/
    expect([...started].filter((name) => lazy.test(name))).toEqual([])
  })

  test('follows transitive imports, but neither types nor dynamic imports', () => {
    const sources = new Map([
      [
        'worker/index.ts',
        "import { a } from './a.ts'\nimport type { B } from 'types'\nconst b = () => import('later')",
      ],
      ['worker/a.ts', "export {\n  a,\n} from 'package'\nimport 'effect'"],
    ])
    expect([...listStaticPackages('worker/index.ts', sources)]).toEqual(['package', 'effect'])
  })
})

describe.each([
  ['cards', CARD_TABLES],
  ['leagues', LEAGUE_TABLES],
])('the product’s folder in the backend for %s', (room, models) => {
  const ROOM = `worker/backend/${room}/`
  const tables = Object.keys(models)
  const outside = listSources('worker').filter((file) => !file.startsWith(ROOM))

  test('keeps every backend file that names a product table inside the product’s folder', () => {
    const backend = outside.filter((file) => file.startsWith('worker/backend/'))
    expect(backend.length).toBeGreaterThan(10)
    expect(backend.filter((file) => findTableNames(readFileSync(file, 'utf8'), tables).length > 0)).toEqual([])
  })

  test('lets only the composition root import the product’s backend folder', () => {
    const importers = outside.filter((file) =>
      listImports(readFileSync(file, 'utf8')).some((specifier) => specifier.includes(`backend/${room}/`)),
    )
    expect(importers).toEqual(['worker/compose.ts', 'worker/compose/replay-erasures.ts'])
  })
})

describe('the architecture check itself', () => {
  test('detects tables in statements, constants and columns, but not in comments', async () => {
    const sources: [string, string[]][] = [
      ["db.prepare('select at from votes where voter = ?1')", ['votes']],
      ['db.prepare(`insert into\n reports (card) values (?1)`)', ['reports']],
      ["const LEDGER = 'generations'", ['generations']],
      ['const { removed_cards: gone } = tables', ['removed_cards']],
      ['// what is kept in votes\nconst { votes, reports } = config /* from votes */', []],
    ]
    const tables = Object.keys(CARD_TABLES)
    const check = ([source, named]: (typeof sources)[number]) => expect(findTableNames(source, tables)).toEqual(named)
    expect(await findOffenders(sources, ([source]) => source, check)).toEqual([])
  })

  test('detects a cycle of types through three files, and none where a file is imported twice', () => {
    const a = ['shared/a.ts', "import { b } from './b.ts'"] as const
    const b = ['shared/b.ts', "import type { C } from '#shared/c/c.ts'"] as const
    const twice = "import './b.ts'\nimport './c/c.ts'"
    expect(findCycle(new Map([a, b, ['shared/c/c.ts', "export type { A } from '../a.ts'"]]))).toEqual([
      'shared/a.ts',
      'shared/b.ts',
      'shared/c/c.ts',
    ])
    expect(findCycle(new Map([['shared/a.ts', twice], b, ['shared/c/c.ts', '']]))).toBeNull()
  })

  test('detects a violation of each layer', async () => {
    const breaches: [string, string][] = [
      ['worker/edge/cards/routes.ts', "import { DbService } from '../../backend/db/service.ts'"],
      ['worker/edge/cards/routes.ts', "import type { Caller } from '#worker/backend/caller.ts'"],
      ['worker/edge/cards/routes.ts', "const db = await import('#worker/backend/db/service.ts')"],
      ['worker/backend/ai/routes.ts', "import { isPath } from '../storage/schema.ts'"],
      ['worker/backend/ai/routes.ts', "import { sweep } from '../sweep.ts'"],
      ['worker/mail/mailer.ts', "export * from '#web/lib/api.ts'"],
      ['worker/graphics/svg.ts', "import { cardNode } from '#worker/render/card/card.ts'"],
      ['worker/graphics/picture.ts', "import type { Crop } from '../artist/ink/crop.ts'"],
      ['worker/graphics/engine.ts', "import { cleanPhoto } from '../photo/clean-photo.ts'"],
      ['worker/photo/clean-photo.ts', "import { findFaces } from '#worker/artist/vision/index.ts'"],
      ['worker/render/card/plate.ts', "import { look } from '#worker/artist/look.ts'"],
      ['worker/artist/scene.ts', "import { CARD } from '#worker/render/card-layout.ts'"],
      ['shared/domain/card.ts', "import '#worker/env.ts'"],
      ['shared/domain/card.ts', "import * as z from 'zod'"],
      ['shared/client/db.ts', "import {\n  Card,\n} from '../domain/card.ts'"],
      ['web/src/screens/hall/hall.tsx', "import { CardScreen } from '../card/card-screen.tsx'"],
      ['web/src/ui/button.tsx', "import { getTeam } from '#shared/domain/team.ts'"],
      ['web/src/lib/api.ts', "import { Button } from '#web/ui/button.tsx'"],
      ['worker/elsewhere/a.ts', ''],
    ]
    const check = ([file, source]: [string, string]) =>
      expect(findViolations(file, source)).toEqual([expect.stringContaining(file)])
    expect(await findOffenders(breaches, String, check)).toEqual([])
  })

  test('accepts allowed imports', () => {
    const right: [string, string][] = [
      ['worker/artist/scene.ts', "import { render } from '#worker/graphics/engine.ts'"],
      [
        'worker/edge/cards/routes.ts',
        "import { Hono } from 'hono'\nimport { Card } from '#shared/domain/card-schema.ts'",
      ],
      [
        'worker/backend/ai/routes.ts',
        "import { getCallerRights } from '../caller-rights.ts'\nimport { draw } from './service.ts'",
      ],
      ['web/src/screens/hall/hall.tsx', "import { row } from './row.tsx'\nimport { Button } from '#web/ui/button.tsx'"],
    ]
    expect(right.flatMap(([file, source]) => findViolations(file, source))).toEqual([])
  })
})
