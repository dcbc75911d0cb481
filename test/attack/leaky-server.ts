import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

/** A server with a hole, so that a run of tools that find nothing in it proves nothing: SQL of the query's own text. */
export async function startLeakyServer() {
  const db = new DatabaseSync(':memory:')
  db.exec(`create table cards (id text, name text); insert into cards values ('a', 'Ace'), ('b', 'Bo')`)
  const server = createServer((asked, answer) => {
    const id = new URL(asked.url ?? '/', 'http://127.0.0.1').searchParams.get('id') ?? ''
    try {
      answer.end(JSON.stringify(db.prepare(`select name from cards where id = '${id}'`).all()))
    } catch (thrown) {
      answer.writeHead(500).end(String(thrown))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
      db.close()
    },
  }
}
