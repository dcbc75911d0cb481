/** Input and output tokens, with the API's field names. */
export type Usage = { readonly promptTokens: number; readonly completionTokens: number; readonly totalTokens: number }

type Counted = {
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  readonly totalTokens?: number | undefined
}

/** Converts the SDK's token counts. A missing count is 0, because not every provider reports them. */
export function toUsage({ inputTokens, outputTokens, totalTokens }: Counted = {}): Usage {
  const promptTokens = whole(inputTokens)
  const completionTokens = whole(outputTokens)
  return { promptTokens, completionTokens, totalTokens: whole(totalTokens) || promptTokens + completionTokens }
}

const whole = (count: number | undefined): number => (Number.isFinite(count) ? Math.max(0, Math.floor(count!)) : 0)
