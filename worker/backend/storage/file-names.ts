import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'

/** A file under way has its place after a few seconds. A row that has stood longer without its file stands for none. */
const UNDER_WAY_MS = 5 * 60_000

type NameRow = { given: string; path: string; at: number }

/** `was`: where the row of this name pointed before; null without one. */
type Taken = { given: string; path: string; was: string | null }

/** A name that an upload has taken. */
export type Claim = {
  /** The path of the file that had this name so far, if it is another one. */
  readonly replaced: string | null
  /** Removes what is replaced. @throws AppError `FILE_EXISTS` when another upload has taken the name meanwhile */
  settle(): Promise<void>
  /** Gives the name back, for an upload that has come to nothing. */
  undo(): Promise<void>
}

/**
 * The name that each uploaded file was given, and its path. A file owns both names: no other file is given one of
 * them or lies there. D1 decides, so that of two uploads at once one is refused. A file without a row (from before, or
 * one of our own) was given the name it lies at.
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

  /** The path of the file with a given name; null when no upload was given it. */
  async findPath(given: string): Promise<string | null> {
    const row = await this.db.prepare('select path from file_names where given = ?1').bind(given).first<NameRow>()
    return row?.path ?? null
  }

  /** The paths of some files, by the names they were given or by their paths. */
  async findPaths(names: readonly string[]): Promise<string[]> {
    const { results } = await this.db
      .prepare('select given, path from file_names where given in (select value from json_each(?1))')
      .bind(JSON.stringify(names))
      .all<NameRow>()
    const paths = new Map(results.map(({ given, path }) => [given, path]))
    return names.map((name) => paths.get(name) ?? name)
  }

  /** Forgets files that are gone. */
  async forget(paths: readonly string[]): Promise<void> {
    await this.db
      .prepare('delete from file_names where path in (select value from json_each(?1))')
      .bind(JSON.stringify(paths))
      .run()
  }

  /** Forgets every file below a folder, whose name ends with a slash. */
  async forgetBelow(folder: string): Promise<void> {
    await this.db
      .prepare('delete from file_names where given >= ?1 and given < ?2')
      .bind(folder, `${folder.slice(0, -1)}0`)
      .run()
  }

  /**
   * Takes a name and the place its file gets.
   *
   * @throws AppError `FILE_EXISTS` when one of the two is another file's, or without `upsert` this name's
   */
  async claim(given: string, path: string, upsert: boolean): Promise<Claim> {
    let before = await this.take(given, path, upsert)
    if (before === undefined && (await this.hasClearedRows(given, path))) before = await this.take(given, path, upsert)
    if (before === undefined) throw new AppError('FILE_EXISTS')
    const was = before?.path ?? null
    if (given === path || was === path) return this.claimed({ given, path, was, replaced: was === path ? null : was })
    const unnamed = await this.unnamedAt(given, path, was)
    if (unnamed === path || (unnamed === given && !upsert)) {
      await this.giveBack({ given, path, was })
      throw new AppError('FILE_EXISTS')
    }
    return this.claimed({ given, path, was, replaced: was ?? unnamed })
  }

  /** The row of this name before (null: none), or undefined when the name or the place is taken. */
  private async take(given: string, path: string, upsert: boolean): Promise<NameRow | null | undefined> {
    const [before, after] = await this.db.batch<NameRow>([
      this.db.prepare('select * from file_names where given = ?1').bind(given),
      // The same name at the same place is decided by the bucket.
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

  /** Removes rows in the way whose files are gone. @returns true when nothing is in the way any more */
  private async hasClearedRows(given: string, path: string): Promise<boolean> {
    const { results: rows } = await this.db
      .prepare('select * from file_names where given in (?1, ?2) or path in (?1, ?2)')
      .bind(given, path)
      .all<NameRow>()
    for (const row of rows) {
      const isOver = row.at < this.clock() - UNDER_WAY_MS && (await this.files.head(row.path)) === null
      if (!isOver) return false
      await this.db
        .prepare('delete from file_names where given = ?1 and path = ?2 and at = ?3')
        .bind(row.given, row.path, row.at)
        .run()
    }
    return true
  }

  /** The one of the two that is the path of a file without a row. */
  private async unnamedAt(given: string, path: string, was: string | null): Promise<string | null> {
    if ((await this.files.head(path)) !== null) return path
    return was === null && (await this.files.head(given)) !== null ? given : null
  }

  private async giveBack({ given, path, was }: Taken): Promise<void> {
    if (was === path) return
    await (
      was === null
        ? this.db.prepare('delete from file_names where given = ?1 and path = ?2').bind(given, path)
        : this.db.prepare('update file_names set path = ?3 where given = ?1 and path = ?2').bind(given, path, was)
    ).run()
  }

  private claimed({ replaced, ...taken }: Taken & { replaced: string | null }): Claim {
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
        // A write that failed may have been done all the same, or another upload of this name was first.
        if ((await this.files.head(path)) === null) await this.giveBack(taken)
      },
    }
  }
}
