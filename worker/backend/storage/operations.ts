import * as z from 'zod/mini'
import { idempotencyKey, type Key, ok, type Operation, query } from '#worker/http/openapi/operation.ts'

const Uploaded = z.object({ publicUrl: z.string() })
const Download = z.object({
  downloadUrl: z.string(),
  filename: z.string(),
  contentType: z.string(),
  /** In bytes. */
  size: z.int(),
})
const FileList = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      size: z.int(),
      contentType: z.string(),
      /** ISO 8601. */
      uploadedAt: z.string(),
      publicUrl: z.string(),
    }),
  ),
  /** Where the next page begins; null: this is the last one. */
  cursor: z.nullable(z.string()),
})
/** The form's fields beside the file. `options`: JSON, `{"upsert": true}` replaces a file that is there. */
const Upload = z.object({ path: z.string(), options: z.optional(z.string()) })
const RemoveFiles = z.object({ paths: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)) })

const ANY_KEY: readonly Key[] = ['public', 'user', 'service']

/** `/api/storage` and `/storage`: files. */
export const STORAGE_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/storage/{project}/upload',
    summary: 'Stores a file; without a user or the service key one photo below `player-photos/`',
    parameters: [idempotencyKey('Names the upload: sent again by the same sender, it is stored once.')],
    sends: { name: 'Upload', schema: Upload, file: 'file' },
    answers: ok('Uploaded', Uploaded),
    errors: [400, 401, 403, 404, 408, 409, 413, 422, 429, 503],
    key: ['anyone', 'public', 'user', 'service'],
  },
  {
    method: 'get',
    path: '/api/storage/{project}/download',
    summary: 'Where a file is downloaded from, and what it is',
    parameters: [query('path', 'The file.', true), query('filename', 'What a browser saves it as.')],
    answers: ok('Download', Download),
    errors: [400, 401, 404, 410],
    key: ANY_KEY,
  },
  {
    method: 'get',
    path: '/api/storage/{project}/list',
    summary: 'A page of files by path; of a user, the own ones',
    parameters: [
      query('prefix', 'What their paths begin with.'),
      query('limit', 'How many at most: 100, up to 1000.'),
      query('cursor', 'Where the page begins, from the one before.'),
    ],
    answers: ok('FileList', FileList),
    errors: [400, 401, 403, 404],
    key: ['user', 'service'],
  },
  {
    method: 'delete',
    path: '/api/storage/{project}/remove',
    summary: 'Removes files',
    sends: { name: 'RemoveFiles', schema: RemoveFiles },
    answers: ok('Done', z.object({ success: z.literal(true) })),
    errors: [400, 401, 403, 404],
    key: ['user', 'service'],
  },
  {
    method: 'get',
    path: '/storage/{project}/{path}',
    summary: 'A stored file, at its public address',
    parameters: [
      query('filename', 'What a browser saves it as.'),
      { in: 'header', name: 'Range', about: 'A part of it: `bytes=0-99`.' },
    ],
    answers: null,
    others: [
      { status: 200, about: 'The file', type: '*/*' },
      { status: 206, about: 'A part of it', type: '*/*' },
      { status: 304, about: 'It is as it was' },
      { status: 412, about: 'It is not as it was' },
      { status: 416, about: 'It has no such part' },
    ],
    errors: [404, 410],
    key: 'anyone',
  },
]
