// app.js
import { createClient } from 'fantasy-cards-client'
import { createBrowserHost } from 'fantasy-cards-client/browser'

const backend = createClient({
  projectId: 'fantasy-cards',
  key: 'public-fantasy-cards',
  coreUrl: 'http://127.0.0.1:8787',
  host: createBrowserHost(),
  auth: { mode: 'headless' },
})

const at = (id) => document.getElementById(id)

/** Runs `act` with the fields of a submitted form, and shows its error. */
const on = (id, act) =>
  at(id).addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.target))
    act(fields, event.submitter.value).then(
      () => (at('failure').textContent = ''),
      ({ message }) => (at('failure').textContent = message),
    )
  })

const addLine = (list, text) => at(list).append(Object.assign(document.createElement('li'), { textContent: text }))

// Accounts: `how` is signUp or signInWithEmail. The session persists, and all tabs share it.
on('enter', ({ email, password }, how) =>
  how === 'signUp' ? backend.auth.signUp({ email, password }) : backend.auth.signInWithEmail(email, password),
)
backend.auth.onAuthStateChanged(({ user, isLoading }) => {
  at('who').textContent = isLoading ? '…' : (user?.email ?? 'Signed out')
  if (user !== null) void readNotes()
})

// Rows: the server sets user_id and shows users only their own rows.
const notes = backend.db.table('trainingNotes')

async function readNotes() {
  const rows = await notes.list({ orderBy: { createdAt: 'asc' } })
  at('notes').replaceChildren()
  for (const { text } of rows) addLine('notes', text)
}
on('write', async ({ text }) => {
  await notes.create({ text })
  await readNotes()
})

// Files: users store their own under users/{id}/.
on('picture', async ({ file }) => {
  const { id } = await backend.auth.me()
  const { publicUrl } = await backend.storage.upload(file, `users/${id}/me.png`, { upsert: true })
  Object.assign(at('me'), { src: publicUrl, hidden: false })
})

// Realtime: every open page receives it, including the sender.
const room = backend.realtime.channel('locker-room')
room.onMessage(({ data }) => addLine('room', data.text))
void room.subscribe()
on('say', ({ text }) => room.publish('chat', { text }))

// AI: for signed-in users, where a provider is configured.
on('ask', async ({ prompt }) => {
  const { text } = await backend.ai.generateText({ prompt })
  at('answer').textContent = text
})
