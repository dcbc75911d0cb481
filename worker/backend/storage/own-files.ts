import { AppError } from '#shared/client/errors.ts'
import type { StorageService } from './service.ts'
import type { StoredFile } from './stored-file.ts'
import type { Upload } from './upload.ts'

const FOLDER = 'users/'

/** Returns the folder of a user's files. */
export const getFolder = (userId: string): string => `${FOLDER}${userId}/`

/** True if a path is below any user's folder. */
export const isPersonalPath = (path: string): boolean => path.startsWith(FOLDER)

/** True if a path is below this user's folder. */
export const isOwnPath = (path: string, userId: string | null): boolean =>
  userId !== null && path.startsWith(getFolder(userId))

/** Limits in bytes, except for `filesPerPerson`. */
export type OwnFileLimits = {
  readonly perPerson: number
  /** The quota of an account without a confirmed address. */
  readonly unconfirmed: number
  readonly everybody: number
  readonly filesPerPerson: number
}

type OwnFilesDeps = { db: D1Database; storage: StorageService; limits: OwnFileLimits }

/** Files of users. A ledger in D1 records their sizes, so one conditional statement enforces the quotas. */
export class OwnFiles {
  private readonly db: D1Database
  private readonly storage: StorageService
  private readonly limits: OwnFileLimits

  constructor({ db, storage, limits }: OwnFilesDeps) {
    this.db = db
    this.storage = storage
    this.limits = limits
  }

  isOwn(path: string, userId: string | null): boolean {
    return isOwnPath(path, userId)
  }

  /**
   * Stores an upload in its sender's folder. A retry with the same idempotency key returns the stored file.
   *
   * @throws AppError `FILE_EXISTS` unless `upsert`, `STORAGE_FULL` when the user's or the site-wide quota is used up
   */
  async place({ file, path: wanted, given, ...options }: Upload, userId: string): Promise<StoredFile> {
    const { path } = this.storage.getPlace(file, { path: wanted, given }, options.type)
    const existing = await this.storage.findRepeated(path, options.key)
    if (existing !== null) return existing
    try {
      await this.reserve(path, userId, file.size, options.upsert)
    } catch (thrown) {
      // A refusal has changed nothing, and another upload of this path may be in progress.
      if (!(thrown instanceof AppError)) await this.settle(path)
      throw thrown
    }
    try {
      const stored = await this.storage.place(file, { path: wanted, given }, options)
      if (stored.replaced) await this.forget([stored.replaced])
      // The ledger row is deleted with the account. A file stored meanwhile must not outlive the account.
      if ((await this.db.prepare('select 1 from owned_files where path = ?1').bind(path).first()) !== null)
        return stored
      await this.storage.removeNamed([path])
      throw new AppError('STORAGE_FULL')
    } catch (thrown) {
      await this.settle(path)
      throw thrown
    }
  }

  /**
   * Removes files by name or path. Files are deleted before their ledger rows, so the ledger never counts too little.
   */
  async remove(names: readonly string[]): Promise<void> {
    const own = (await this.storage.removeNamed(names)).filter(isPersonalPath)
    if (own.length > 0) await this.forget(own)
  }

  async removeAll(userId: string): Promise<void> {
    await this.storage.removeFolder(getFolder(userId))
    await this.db.prepare('delete from owned_files where user_id = ?1').bind(userId).run()
  }

  /** Reserves space for a new file, or for a new size of an existing one. */
  private async reserve(path: string, userId: string, bytes: number, upsert: boolean): Promise<void> {
    const selectOtherBytes = (id: string) =>
      `coalesce((select bytes from owned_file_totals where user_id = ${id}), 0)
       - coalesce((select bytes from owned_files where path = ?1), 0)`
    const [before, after] = await this.db.batch<{ bytes: number }>([
      this.db.prepare('select bytes from owned_files where path = ?1').bind(path),
      this.db
        .prepare(
          `insert into owned_files (path, user_id, bytes)
           select ?1, id, ?3 from users where id = ?2
             and ${selectOtherBytes('?2')} + ?3 <= iif(email_verified = 1, ?5, ?6) and ${selectOtherBytes(`''`)} + ?3 <= ?7
             and (exists (select 1 from owned_files where path = ?1)
               or coalesce((select files from owned_file_totals where user_id = ?2), 0) < ?8)
           on conflict (path) do update set bytes = excluded.bytes where ?4 returning bytes`,
        )
        .bind(
          path,
          userId,
          bytes,
          upsert ? 1 : 0,
          this.limits.perPerson,
          this.limits.unconfirmed,
          this.limits.everybody,
          this.limits.filesPerPerson,
        ),
    ])
    if (after!.results.length > 0) return
    throw new AppError(before!.results.length > 0 && !upsert ? 'FILE_EXISTS' : 'STORAGE_FULL')
  }

  private forget(paths: readonly string[]) {
    return this.db
      .prepare('delete from owned_files where path in (select value from json_each(?1))')
      .bind(JSON.stringify(paths))
      .run()
  }

  /** Sets the ledger row to the actual file, because a failed write may have succeeded anyway. */
  private async settle(path: string): Promise<void> {
    const file = await this.storage.head(path)
    if (file === null) await this.forget([path])
    else await this.db.prepare('update owned_files set bytes = ?2 where path = ?1').bind(path, file.size).run()
  }
}
