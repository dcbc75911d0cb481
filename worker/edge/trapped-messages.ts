import type { Client } from '#shared/client/index.ts'
import type { TrappedMessage } from '#shared/contracts/admin-view.ts'
import { CONTACT_FIELD_MAX_CHARACTERS } from '#shared/domain/limits.ts'

/** The newest messages are kept. */
const KEPT_MAX = 1000
const WEBSITE_MAX_CHARACTERS = 500

/** Keeps a message apart from the others, for the admin to look at. The same id is kept once. */
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
        (select id from trapped_messages order by created_at desc, id limit -1 offset ${KEPT_MAX})`,
    },
  ])
}

/** The most messages on one page of the admin. */
const SHOWN_MAX = 100

/** The newest first. */
export async function readTrapped(service: Client): Promise<readonly TrappedMessage[]> {
  const { results } = await service.db.batch([
    { sql: `select * from trapped_messages order by created_at desc, id limit ${SHOWN_MAX}` },
  ])
  return (results[0]?.rows ?? []) as unknown as readonly TrappedMessage[]
}
