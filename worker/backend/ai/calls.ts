import { AppError } from '#shared/client/errors.ts'
import { describeError, log } from '#worker/http/log.ts'
import { raceAbort } from '#worker/http/outbound/read-limited.ts'
import { countBought, type Tally } from './billing.ts'
import type { Chosen } from './choice.ts'
import { toProviderError } from './failure.ts'
import type { Charge, Lease, Spending } from './spending.ts'

export type CallsDeps = {
  readonly spending: Pick<Spending, 'take'>
  /** Time limit for a silent provider. */
  readonly timeoutMs: number
  /** Runs work in the background, after the response. */
  readonly defer: (work: Promise<unknown>) => void
}

/** The charged account and the limits that apply. */
export type Payment = Pick<Charge, 'buyer' | 'network' | 'isCounted' | 'name'>

export type CallOptions = {
  readonly chosen: Chosen
  /** Units charged in advance. The unused part is refunded. */
  readonly units: number
  readonly payment: Payment
  /** The caller's signal. No provider is called after it is aborted. */
  readonly signal: AbortSignal
  readonly tally: Tally
}

/** A paid provider call in progress. */
export type Call = {
  /** Signal for the provider. Aborted when the caller disconnects or the provider is silent for too long. */
  readonly signal: AbortSignal
  /** Restarts the silence timer. Called for every chunk from the provider. */
  noteActivity(): void
  /** Races `work` against the call's abort, for providers that ignore AbortSignal. */
  within<T>(work: PromiseLike<T>): Promise<T>
  /** Maps a thrown value to this call's AppError. */
  toAppError(thrown: unknown): AppError
  /** Aborts the call because the caller has disconnected. */
  stop(): void
  /** Releases the lease and refunds unused units. Must be called after success and failure alike. Idempotent. */
  end(): void
}

/** Hard limit for one call, even while the provider keeps streaming. */
const LONGEST_MS = 5 * 60_000
/** Lease time for our own work, in addition to the provider's time limit. */
const MARGIN_MS = 5_000

type PaidCall = Pick<CallOptions, 'chosen' | 'signal' | 'tally'> & Pick<Charge, 'units'> & { lease: Lease }

/**
 * Runs provider calls. Each is charged in advance. It is aborted when its caller disconnects or the provider is silent
 * for too long.
 */
export class Calls {
  private readonly spending: Pick<Spending, 'take'>
  private readonly timeoutMs: number
  private readonly defer: (work: Promise<unknown>) => void

  constructor({ spending, timeoutMs, defer }: CallsDeps) {
    this.spending = spending
    this.timeoutMs = timeoutMs
    this.defer = defer
  }

  /** Charges for a call and starts it. @throws AppError the refusal of {@link Spending.take} */
  async begin({ chosen, units, payment, signal, tally }: CallOptions, forMs = LONGEST_MS + MARGIN_MS): Promise<Call> {
    const kind = chosen.task === 'image' ? 'pictures' : 'calls'
    const lease = await this.spending.take({ ...payment, kind, units, forMs })
    return this.startCall({ chosen, units, lease, signal, tally })
  }

  /** Runs a call that does not stream. @throws AppError the call's failure, see {@link Call.toAppError} */
  async runToEnd<T>(options: CallOptions, work: (signal: AbortSignal) => PromiseLike<T>): Promise<T> {
    const call = await this.begin(options, this.timeoutMs + MARGIN_MS)
    try {
      return await call.within(work(call.signal))
    } catch (thrown) {
      throw call.toAppError(thrown)
    } finally {
      call.end()
    }
  }

  private startCall({ chosen, units, lease, signal, tally }: PaidCall): Call {
    let isOver = false
    const controller = new AbortController()
    const stop = () => controller.abort(new AppError('AI_ABORTED'))
    const timeOut = () => controller.abort(new AppError('AI_TIMEOUT'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    let silence = setTimeout(timeOut, this.timeoutMs)
    const longest = setTimeout(timeOut, LONGEST_MS)
    return {
      signal: controller.signal,
      stop,
      noteActivity: () => {
        clearTimeout(silence)
        if (!isOver) silence = setTimeout(timeOut, this.timeoutMs)
      },
      within: (work) => raceAbort(Promise.resolve(work), controller.signal),
      toAppError: (thrown) => getAbortError(controller.signal) ?? toProviderError(thrown, chosen),
      end: () => {
        if (isOver) return
        isOver = true
        clearTimeout(silence)
        clearTimeout(longest)
        signal.removeEventListener('abort', stop)
        const isAborted = getAbortError(controller.signal)?.code === 'AI_ABORTED'
        const refund = units - countBought({ task: chosen.task, units, isAborted }, tally)
        // Cancels the rest of the provider's stream.
        stop()
        this.defer(
          lease.release({ refund }).catch((thrown: unknown) => {
            log.error('lease not given back', { cause: describeError(thrown) })
          }),
        )
      },
    }
  }
}

/** Returns the error with which we aborted the call, or null. */
const getAbortError = ({ aborted, reason }: AbortSignal): AppError | null =>
  aborted && reason instanceof AppError ? reason : null
