// Serves Parse Server on PostgreSQL for `npm run bench:peer`; lies in that command's own folder while it runs.
import { createRequire } from 'node:module'
import { ParseServer } from 'parse-server'

const express = createRequire(import.meta.resolve('parse-server'))('express')

const { PORT, DATABASE, APP_ID, MASTER_KEY } = process.env
const server = new ParseServer({
  databaseURI: DATABASE,
  appId: APP_ID,
  masterKey: MASTER_KEY,
  masterKeyIps: ['127.0.0.1', '::1'],
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  logLevel: 'error',
  silent: true,
  allowClientClassCreation: true,
  rateLimit: [],
})
await server.start()
express()
  .use('/parse', server.app)
  .listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'))
