import { describe, expect, test } from 'vitest'
import { isQuestion, hasSeveralStatements, mayBeRead } from '#worker/backend/db/statement-text.ts'
import { findOffenders } from '../support/offenders.ts'

describe('single statements', () => {
  test('accepts semicolons in quotes, comments and triggers of a single statement', async () => {
    const offenders = await findOffenders(
      [
        'select 1',
        'select 1;',
        ' select 1 ; ; \n',
        `select ';'`,
        `select 'it''s; fine'`,
        'select 1 as "a;b"',
        'select 1 as [a;b]',
        'select 1 as `a;b`',
        'select 1 -- ; delete',
        'select /* ; */ 1',
        'create trigger t after insert on a begin update b set c = case when 1 then 2 end; select 1; end',
        'CREATE TEMP TRIGGER t after insert on a begin select 1; end;',
        'create /* end; */ trigger t after insert on a begin select 1; end -- ; end',
        `create trigger t after insert on a when new.b = 'end;' begin select 1; select 2; update b set "end" = ';'; end ; ;`,
        'create trigger t after insert on a begin select case when 1 then case 2 when 3 then 4 end end; select b.end from b; end',
        'create trigger t after insert on a begin select 1;',
      ],
      JSON.stringify,
      (sql) => expect(hasSeveralStatements(sql)).toBe(false),
    )
    expect(offenders).toEqual([])
  })
})

describe('several statements', () => {
  test('detects several statements', async () => {
    const offenders = await findOffenders(
      [
        'select 1; delete from a',
        'select 1;delete from a;',
        `select '\\'; delete from a --'`,
        'select 1 /* */; delete from a',
        'select 1 -- x\n; delete from a',
        'create trigger t after insert on a begin select 1; end; drop table a',
        'create trigger t after insert on a begin select 1; end; drop table a; select 1 as end',
        'create trigger t after insert on a begin select 1; end; select case when 1 then 2 end',
        'create trigger t after insert on a begin select 1; end; create trigger u after insert on a begin select 1; end',
        `create trigger t after insert on a begin select 'case'; end; drop table a; end`,
        'create trigger t after insert on a begin select 1; end /* end */ ; drop table a -- end',
        'create table t (a); select 1',
      ],
      JSON.stringify,
      (sql) => expect(hasSeveralStatements(sql)).toBe(true),
    )
    expect(offenders).toEqual([])
  })
})

test('classifies a statement as a query or read-only by its first keyword', async () => {
  const offenders = await findOffenders(
    [
      ['select 1', true, true],
      ['/* x */ SELECT 1', true, true],
      ['-- x\nvalues (1)', true, true],
      ['with a as (select 1) delete from b', false, true],
      ['"select" 1', false, false],
      ['delete from a', false, false],
      ['/* select */ delete from a', false, false],
      ['pragma user_version = 1', false, false],
      ['explain pragma user_version = 1', false, false],
      ['', false, false],
    ],
    JSON.stringify,
    ([sql, question, read]) => {
      expect([isQuestion(sql), mayBeRead(sql)]).toEqual([question, read])
    },
  )
  expect(offenders).toEqual([])
})
