import * as full from 'zod'
import * as mini from 'zod/mini'

/**
 * Where a library is also needed by what is imported later, the bundler puts it into functions that run on first use,
 * and leaves out the calls of those whose package says that it has no effects. Reading all of its names, first of
 * all, makes it run.
 */
export const names: readonly string[] = [...Object.keys(full), ...Object.keys(mini)]
