import { describeError, log } from '#worker/http/log.ts'
import { quoteIdentifier } from './db/fragment.ts'
import { OWNER_COLUMN } from './db/own-tables.ts'
import type { SchemaCache } from './db/schema.ts'

export type ForgetPersonContext = {
  readonly db: D1Database
  readonly schema: SchemaCache
  readonly removeFiles: (userId: string) => Promise<void>
}

/**
 * Removes a deleted account's files and its rows in app tables. Each table is deleted separately. A table whose own
 * constraints refuse the delete is logged and blocks neither the other tables nor the account.
 *
 * @example
 * await forgetPerson({ db, schema, removeFiles }, row.id)
 */
export async function forgetPerson({ db, schema, removeFiles }: ForgetPersonContext, userId: string): Promise<void> {
  await removeFiles(userId).catch((thrown: unknown) =>
    log.error('files of a person not removed', { cause: describeError(thrown) }),
  )
  await schema.renew()
  for (const { name } of (await schema.all()).filter(({ isPersonal }) => isPersonal))
    await db
      .prepare(`delete from ${quoteIdentifier(name)} where ${quoteIdentifier(OWNER_COLUMN)} = ?1`)
      .bind(userId)
      .run()
      .catch((thrown: unknown) =>
        log.error('rows of a person not removed', { table: name, cause: describeError(thrown) }),
      )
  await db.prepare('delete from owned_rows where user_id = ?1').bind(userId).run()
}
