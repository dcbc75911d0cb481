import type { Client } from '#shared/client/index.ts'

export type Note = { readonly id: string; readonly text: string }

/** Creates the app's table, once. */
export const setUpNotes = (service: Client) =>
  service.db.sql(
    `create table if not exists jottings (id text primary key, user_id text not null, text text not null,
       created_at timestamp default current_timestamp)`,
  )

/**
 * A small app that uses only the backend client: people sign up, keep notes and an image, and see their own. It never
 * states the owner of a note, which the server knows.
 */
export function createNotesApp({ auth, db, storage }: Client) {
  const notes = db.table<Note>('jottings')
  const toPicture = async () => `users/${(await auth.me()).id}/me.png`

  return {
    signUp: (email: string, password: string) => auth.signUp({ email, password }),
    write: (text: string) => notes.create({ text }),
    rewrite: (id: string, text: string) => notes.update(id, { text }),
    remove: (id: string) => notes.delete(id),
    read: async () => (await notes.list({ orderBy: { createdAt: 'asc' } })).map(({ id, text }) => ({ id, text })),
    find: (id: string) => notes.get(id),
    setPicture: async (file: Blob) => storage.upload(file, await toPicture(), { upsert: true }),
    picture: async () => storage.download(await toPicture()),
    removePicture: async () => storage.remove([await toPicture()]),
  }
}
