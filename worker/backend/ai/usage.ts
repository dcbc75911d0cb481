/** Tokens read and written, as the API counts them. */
export type Usage = { readonly promptTokens: number; readonly completionTokens: number; readonly totalTokens: number }

type Counted = {
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  readonly totalTokens?: number | undefined
}

/** Not every provider counts tokens; a missing count is 0. */
export function toUsage({ inputTokens, outputTokens, totalTokens }: Counted = {}): Usage {
  const promptTokens = whole(inputTokens)
  const completionTokens = whole(outputTokens)
  return { promptTokens, completionTokens, totalTokens: whole(totalTokens) || promptTokens + completionTokens }
}

const whole = (count: number | undefined): number => (Number.isFinite(count) ? Math.max(0, Math.floor(count!)) : 0)
