// app.mjs
import { backend } from './backend.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

const email = `${crypto.randomUUID()}@example.com`
await backend.auth.signUp({ email, password: 'correct horse battery' })
const user = await backend.auth.me()
say(`user: ${user.email === email}`)

const todo = await backend.db.todos.create({ title: 'Buy a football', isDone: false })
await backend.db.todos.update(todo.id, { isDone: true })
const done = await backend.db.todos.list({ where: { isDone: true }, orderBy: { createdAt: 'desc' }, limit: 10 })
say(`rows: ${done.map(({ title }) => title).join(', ')}`)

const file = new Blob(['plays of the season'], { type: 'text/plain' })
const { publicUrl } = await backend.storage.upload(file, `users/${user.id}/plays.txt`, { upsert: true })
say(`file: ${await (await fetch(publicUrl)).text()}`)

const heard = Promise.withResolvers()
const leave = await backend.realtime.subscribe('locker-room', heard.resolve)
await backend.realtime.publish('locker-room', 'chat', { text: 'Hello' })
say(`message: ${(await heard.promise).data.text}`)
leave()

const { text } = await backend.ai.generateText({ prompt: 'A nickname for a goalkeeper' })
say(`text: ${text}`)
