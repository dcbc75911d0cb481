import * as full from 'zod'
import * as mini from 'zod/mini'

/**
 * Initializes zod before everything else. The bundler wraps a library that dynamic imports share in functions that run
 * on first use. It drops their calls if the package declares no side effects. Reading all exports forces the calls.
 */
export const names: readonly string[] = [...Object.keys(full), ...Object.keys(mini)]
