import type { Client } from '#shared/client/index.ts'
import type { TrappedMessage } from '#shared/contracts/admin-view.ts'
import { CONTACT_FIELD_MAX_CHARACTERS } from '#shared/domain/limits.ts'

/** Maximum number of stored messages. The oldest are deleted. */
const MESSAGES_MAX = 1000
const WEBSITE_MAX_CHARACTERS = 500

/** Stores a message in quarantine, for the admin to review. Idempotent by id. */
export async function keepTrapped(service: Client, { id, createdAt, ...message }: TrappedMessage): Promise<void> {
  const text = (field: keyof typeof CONTACT_FIELD_MAX_CHARACTERS) =>
    message[field].slice(0, CONTACT_FIELD_MAX_CHARACTERS[field])
  const website = message.website.slice(0, WEBSITE_MAX_CHARACTERS)
  await service.db.batch([
    {
      sql: `insert into trapped_messages (id, name, email, message, website, created_at) values (?, ?, ?, ?, ?, ?)
        on conflict (id) do nothing`,
      args: [id, text('name'), text('email'), text('message'), website, createdAt],
    },
    {
      sql: `delete from trapped_messages where id in
        (select id from trapped_messages order by created_at desc, id limit -1 offset ${MESSAGES_MAX})`,
    },
  ])
}

/** Maximum number of messages on the admin page. */
const LISTED_MAX = 100

/** Returns the quarantined messages, newest first. */
export async function readTrapped(service: Client): Promise<readonly TrappedMessage[]> {
  const { results } = await service.db.batch([
    { sql: `select * from trapped_messages order by created_at desc, id limit ${LISTED_MAX}` },
  ])
  return (results[0]?.rows ?? []) as unknown as readonly TrappedMessage[]
}
