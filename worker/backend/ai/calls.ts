import { AppError } from '#shared/client/errors.ts'
import { describeError, log } from '#worker/http/log.ts'
import { orAborted } from '#worker/http/outbound/read-limited.ts'
import { countBought, type Tally } from './billing.ts'
import type { Chosen } from './choice.ts'
import { toProviderError } from './failure.ts'
import type { Charge, Lease, Spending } from './spending.ts'

export type CallsDeps = {
  readonly spending: Pick<Spending, 'take'>
  /** Time limit for a silent provider. */
  readonly timeoutMs: number
  /** Takes work that no answer waits for. */
  readonly defer: (work: Promise<unknown>) => void
}

/** The account that is charged, and by which limits. */
export type Payment = Pick<Charge, 'buyer' | 'network' | 'isCounted' | 'name'>

export type CallOptions = {
  readonly chosen: Chosen
  /** Paid for beforehand; the unused part is given back. */
  readonly units: number
  readonly payment: Payment
  /** The caller's signal: once it is aborted nothing more is bought. */
  readonly signal: AbortSignal
  readonly tally: Tally
}

/** A call of a provider that is under way and paid for. */
export type Call = {
  /** Signal for the provider: aborted when the caller disconnects or the provider is silent for too long. */
  readonly signal: AbortSignal
  /** The provider said something. */
  heard(): void
  /**
   * Returns the result of `work`, or rejects at the call's end, whichever is first: not everything listens to a signal.
   */
  within<T>(work: PromiseLike<T>): Promise<T>
  /** Maps a thrown value to the failure of this call. */
  toAppError(thrown: unknown): AppError
  /** The caller has aborted. */
  stop(): void
  /** Must be called, however it went; once it was, nothing happens any more. */
  end(): void
}

/** However much a stream says, it is over then. */
const LONGEST_MS = 5 * 60_000
/** Time that a call may take beside the provider's part. */
const MARGIN_MS = 5_000

type Bought = Pick<CallOptions, 'chosen' | 'signal' | 'tally'> & Pick<Charge, 'units'> & { lease: Lease }

/** Calls of providers, each paid for beforehand and ended when its caller has gone or it is silent for too long. */
export class Calls {
  private readonly spending: Pick<Spending, 'take'>
  private readonly timeoutMs: number
  private readonly defer: (work: Promise<unknown>) => void

  constructor({ spending, timeoutMs, defer }: CallsDeps) {
    this.spending = spending
    this.timeoutMs = timeoutMs
    this.defer = defer
  }

  /** @throws AppError as spending is refused */
  async begin({ chosen, units, payment, signal, tally }: CallOptions, forMs = LONGEST_MS + MARGIN_MS): Promise<Call> {
    const kind = chosen.task === 'image' ? 'pictures' : 'calls'
    const lease = await this.spending.take({ ...payment, kind, units, forMs })
    return this.callUnderWay({ chosen, units, lease, signal, tally })
  }

  /** A call whose answer comes in one piece. @throws AppError as it failed */
  async whole<T>(options: CallOptions, work: (signal: AbortSignal) => PromiseLike<T>): Promise<T> {
    const call = await this.begin(options, this.timeoutMs + MARGIN_MS)
    try {
      return await call.within(work(call.signal))
    } catch (thrown) {
      throw call.toAppError(thrown)
    } finally {
      call.end()
    }
  }

  private callUnderWay({ chosen, units, lease, signal, tally }: Bought): Call {
    let isOver = false
    const controller = new AbortController()
    const stop = () => controller.abort(new AppError('AI_ABORTED'))
    const tooLong = () => controller.abort(new AppError('AI_TIMEOUT'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    let silence = setTimeout(tooLong, this.timeoutMs)
    const longest = setTimeout(tooLong, LONGEST_MS)
    return {
      signal: controller.signal,
      stop,
      heard: () => {
        clearTimeout(silence)
        if (!isOver) silence = setTimeout(tooLong, this.timeoutMs)
      },
      within: (work) => orAborted(Promise.resolve(work), controller.signal),
      toAppError: (thrown) => ended(controller.signal) ?? toProviderError(thrown, chosen),
      end: () => {
        if (isOver) return
        isOver = true
        clearTimeout(silence)
        clearTimeout(longest)
        signal.removeEventListener('abort', stop)
        const isLeft = ended(controller.signal)?.code === 'AI_ABORTED'
        const refund = units - countBought({ task: chosen.task, units, isLeft }, tally)
        // The rest of the provider's stream is canceled.
        stop()
        this.defer(
          lease.giveBack({ refund }).catch((thrown: unknown) => {
            log.error('lease not given back', { cause: describeError(thrown) })
          }),
        )
      },
    }
  }
}

/** The reason for which this side ended a call, or null. */
const ended = ({ aborted, reason }: AbortSignal): AppError | null =>
  aborted && reason instanceof AppError ? reason : null
