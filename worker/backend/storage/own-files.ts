import { AppError } from '#shared/client/errors.ts'
import type { StorageService } from './service.ts'
import type { StoredFile } from './stored-file.ts'
import type { Upload } from './upload.ts'

const FOLDER = 'users/'

/** Folder of a person's files. */
export const getFolder = (userId: string): string => `${FOLDER}${userId}/`

/** True if a path is below a user's folder. */
export const isPersonalPath = (path: string): boolean => path.startsWith(FOLDER)

/** True if a path is one of this person's. */
export const isOwnPath = (path: string, userId: string | null): boolean =>
  userId !== null && path.startsWith(getFolder(userId))

/** Bytes, except for `filesPerPerson`. */
export type OwnFileLimits = {
  readonly perPerson: number
  /** The quota of an account without a confirmed address. */
  readonly unconfirmed: number
  readonly everybody: number
  readonly filesPerPerson: number
}

type OwnFilesDeps = { db: D1Database; storage: StorageService; limits: OwnFileLimits }

/** The files of people. What each has is in a ledger, so that a limit is one conditional statement. */
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
   * Gives an upload its place in its sender's folder; one that has it already, by the same idempotency key, keeps it.
   *
   * @throws AppError `FILE_EXISTS` unless `upsert`, `STORAGE_FULL` beyond what the user, or all users together, may
   *   have
   */
  async place({ file, path: wanted, given, ...options }: Upload, userId: string): Promise<StoredFile> {
    const { path } = this.storage.getPlace(file, { path: wanted, given }, options.type)
    const repeated = await this.storage.repeated(path, options.key)
    if (repeated !== null) return repeated
    try {
      await this.reserve(path, userId, file.size, options.upsert)
    } catch (thrown) {
      // A refusal has changed nothing, and another upload may be under way.
      if (!(thrown instanceof AppError)) await this.settle(path)
      throw thrown
    }
    try {
      const stored = await this.storage.place(file, { path: wanted, given }, options)
      if (stored.replaced) await this.forget([stored.replaced])
      // Its entry is gone when the account is: nothing that came meanwhile outlives it.
      if ((await this.db.prepare('select 1 from owned_files where path = ?1').bind(path).first()) !== null)
        return stored
      await this.storage.removeNamed([path])
      throw new AppError('STORAGE_FULL')
    } catch (thrown) {
      await this.settle(path)
      throw thrown
    }
  }

  /** Removes files by name or path. Files go first: what is counted is never less than what is there. */
  async remove(names: readonly string[]): Promise<void> {
    const own = (await this.storage.removeNamed(names)).filter(isPersonalPath)
    if (own.length > 0) await this.forget(own)
  }

  async removeAll(userId: string): Promise<void> {
    await this.storage.removeFolder(getFolder(userId))
    await this.db.prepare('delete from owned_files where user_id = ?1').bind(userId).run()
  }

  /** Makes room for a file, or for another size of the one that is there. */
  private async reserve(path: string, userId: string, bytes: number, upsert: boolean): Promise<void> {
    const had = (id: string) =>
      `coalesce((select bytes from owned_file_totals where user_id = ${id}), 0)
       - coalesce((select bytes from owned_files where path = ?1), 0)`
    const [before, after] = await this.db.batch<{ bytes: number }>([
      this.db.prepare('select bytes from owned_files where path = ?1').bind(path),
      this.db
        .prepare(
          `insert into owned_files (path, user_id, bytes)
           select ?1, id, ?3 from users where id = ?2
             and ${had('?2')} + ?3 <= iif(email_verified = 1, ?5, ?6) and ${had(`''`)} + ?3 <= ?7
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

  /** Counts what is there: a write that failed may have been done all the same. */
  private async settle(path: string): Promise<void> {
    const file = await this.storage.head(path)
    if (file === null) await this.forget([path])
    else await this.db.prepare('update owned_files set bytes = ?2 where path = ?1').bind(path, file.size).run()
  }
}
