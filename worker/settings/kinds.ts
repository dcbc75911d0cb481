import * as z from 'zod'

/** Settings arrive as text. An empty value counts as missing. */
const blankAsMissing = (value: unknown) => (value === '' ? undefined : value)

export const optional = <T extends z.ZodType>(kind: T) => z.preprocess(blankAsMissing, kind.optional())
export const withDefault = <T extends z.ZodType>(kind: T) => z.preprocess(blankAsMissing, kind)
export const count = (byDefault: number) => withDefault(z.coerce.number().int().nonnegative().default(byDefault))
export const flag = (byDefault: 'true' | 'false' = 'false') => withDefault(z.enum(['true', 'false']).default(byDefault))

/** A list separated by commas or whitespace. */
export const separatedList = (item: z.ZodType<string, string>) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .pipe(z.array(item))
