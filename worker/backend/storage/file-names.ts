import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'

/** An upload stores its file within seconds. A row that has had no file for longer is stale. */
const UPLOADING_MS = 5 * 60_000

type NameRow = { given: string; path: string; at: number }

/** A taken name. `previousPath` is the path the name had before, or null. */
type TakenName = { given: string; path: string; previousPath: string | null }

/** A name claimed by an upload. */
export type Claim = {
  /** The path of the file that had this name before, if it differs. */
  readonly replaced: string | null
  /** Removes the replaced file. @throws AppError `FILE_EXISTS` when another upload has taken the name meanwhile */
  settle(): Promise<void>
  /** Releases the name after a failed upload. */
  undo(): Promise<void>
}

/**
 * The given name and the storage path of each uploaded file. A file owns both: no other file may use either of them as
 * its name or path. D1 decides, so one of two concurrent uploads is refused. A file without a row (an old one, or one
 * of our own) has its path as its name.
 */
export class FileNames {
  private readonly db: D1Database
  private readonly files: R2Bucket
  private readonly clock: Clock

  constructor(db: D1Database, files: R2Bucket, clock: Clock) {
    this.db = db
    this.files = files
    this.clock = clock
  }

  /** Returns the path of the file with a given name, or null if no upload has that name. */
  async findPath(given: string): Promise<string | null> {
    const row = await this.db.prepare('select path from file_names where given = ?1').bind(given).first<NameRow>()
    return row?.path ?? null
  }

  /** Maps given names to paths. Paths are returned unchanged. */
  async findPaths(names: readonly string[]): Promise<string[]> {
    const { results } = await this.db
      .prepare('select given, path from file_names where given in (select value from json_each(?1))')
      .bind(JSON.stringify(names))
      .all<NameRow>()
    const paths = new Map(results.map(({ given, path }) => [given, path]))
    return names.map((name) => paths.get(name) ?? name)
  }

  /** Removes the rows of deleted files. */
  async forget(paths: readonly string[]): Promise<void> {
    await this.db
      .prepare('delete from file_names where path in (select value from json_each(?1))')
      .bind(JSON.stringify(paths))
      .run()
  }

  /** Removes the rows of all files below a folder. @param folder ends with a slash */
  async forgetBelow(folder: string): Promise<void> {
    await this.db
      .prepare('delete from file_names where given >= ?1 and given < ?2')
      .bind(folder, `${folder.slice(0, -1)}0`)
      .run()
  }

  /**
   * Claims a name and the path for its file.
   *
   * @throws AppError `FILE_EXISTS` when another file owns one of them, or when the name exists and `upsert` is false
   */
  async claim(given: string, path: string, upsert: boolean): Promise<Claim> {
    let before = await this.take(given, path, upsert)
    if (before === undefined && (await this.clearStaleRows(given, path))) before = await this.take(given, path, upsert)
    if (before === undefined) throw new AppError('FILE_EXISTS')
    const previousPath = before?.path ?? null
    const taken = { given, path, previousPath }
    if (given === path || previousPath === path)
      return this.createClaim({ ...taken, replaced: previousPath === path ? null : previousPath })
    const unnamed = await this.findUnnamed(given, path, previousPath)
    if (unnamed === path || (unnamed === given && !upsert)) {
      await this.releaseName(taken)
      throw new AppError('FILE_EXISTS')
    }
    return this.createClaim({ ...taken, replaced: previousPath ?? unnamed })
  }

  /** Takes a name. @returns its previous row, null if there was none, or undefined if the name or path is taken */
  private async take(given: string, path: string, upsert: boolean): Promise<NameRow | null | undefined> {
    const [before, after] = await this.db.batch<NameRow>([
      this.db.prepare('select * from file_names where given = ?1').bind(given),
      // If name and path are the same as before, the bucket decides.
      this.db
        .prepare(
          `insert into file_names (given, path, at) select ?1, ?2, ?4 where not exists
             (select 1 from file_names where given <> ?1 and (given = ?2 or path in (?1, ?2)))
           on conflict (given) do update set path = excluded.path, at = excluded.at where ?3 or path = excluded.path
           returning given`,
        )
        .bind(given, path, upsert ? 1 : 0, this.clock()),
    ])
    return after!.results.length === 0 ? undefined : (before!.results[0] ?? null)
  }

  /** Removes conflicting rows whose files are gone. @returns true when no conflict remains */
  private async clearStaleRows(given: string, path: string): Promise<boolean> {
    const { results: rows } = await this.db
      .prepare('select * from file_names where given in (?1, ?2) or path in (?1, ?2)')
      .bind(given, path)
      .all<NameRow>()
    for (const row of rows) {
      const isStale = row.at < this.clock() - UPLOADING_MS && (await this.files.head(row.path)) === null
      if (!isStale) return false
      await this.db
        .prepare('delete from file_names where given = ?1 and path = ?2 and at = ?3')
        .bind(row.given, row.path, row.at)
        .run()
    }
    return true
  }

  /** Returns `path` or `given`, whichever is the path of a file without a row, or null. */
  private async findUnnamed(given: string, path: string, previousPath: string | null): Promise<string | null> {
    if ((await this.files.head(path)) !== null) return path
    return previousPath === null && (await this.files.head(given)) !== null ? given : null
  }

  private async releaseName({ given, path, previousPath }: TakenName): Promise<void> {
    if (previousPath === path) return
    await (
      previousPath === null
        ? this.db.prepare('delete from file_names where given = ?1 and path = ?2').bind(given, path)
        : this.db
            .prepare('update file_names set path = ?3 where given = ?1 and path = ?2')
            .bind(given, path, previousPath)
    ).run()
  }

  private createClaim({ replaced, ...taken }: TakenName & { replaced: string | null }): Claim {
    const { given, path } = taken
    return {
      replaced,
      settle: async () => {
        if ((await this.findPath(given)) !== path) {
          await this.files.delete(path)
          throw new AppError('FILE_EXISTS')
        }
        if (replaced !== null) await this.files.delete(replaced)
      },
      undo: async () => {
        // A failed write may have succeeded anyway, or another upload of this name came first.
        if ((await this.files.head(path)) === null) await this.releaseName(taken)
      },
    }
  }
}
