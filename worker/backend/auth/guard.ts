import { AppError } from '#shared/client/errors.ts'
import { sign } from '#worker/http/signature.ts'
import { type Act, type Guess, RATES } from './limits.ts'

type Rate = { readonly times: number; readonly seconds: number }

/** What of the limits this module uses. */
export type Attempts = {
  take(key: string, rate: Rate): Promise<number | null>
  giveBack(key: string, rate: Rate): Promise<void>
}

export type Guard = ReturnType<typeof createGuard>

/** Counts what is tried, before it is known whether it is right or whether the account is there at all. */
export function createGuard({ attempts, tokenSecret }: { attempts: Attempts; tokenSecret: string }) {
  async function take(key: string, rate: Rate): Promise<void> {
    const retryAfterSeconds = await attempts.take(key, rate)
    if (retryAfterSeconds !== null) throw new AppError('RATE_LIMITED', undefined, { retryAfterSeconds })
  }
  const accountKey = async (act: Act, account: string) =>
    `${act}:account:${await sign(tokenSecret, `account:${account}`)}`
  const guessKey = async (act: Guess, account: string, network: string) =>
    `${act}:guess:${await sign(tokenSecret, `guess:${network} ${account}`)}`

  return {
    /** @param network as `Visitor.address` names it. @throws AppError `RATE_LIMITED` */
    network: (act: Act, network: string): Promise<void> => take(`${act}:network:${network}`, RATES[act].network),

    /** @param account an address, an id or whatever else stands for one. @throws AppError `RATE_LIMITED` */
    account: async (act: Act, account: string): Promise<void> =>
      take(await accountKey(act, account), RATES[act].account),

    /**
     * Few tries for each network, so that a stranger who guesses locks nobody else out, and more for all of them together.
     *
     * @throws AppError `RATE_LIMITED`
     */
    async guess(act: Guess, account: string, network: string): Promise<void> {
      await take(await guessKey(act, account, network), RATES[act].guess)
      await take(await accountKey(act, account), RATES[act].account)
    },

    /** Who got it right has not been guessing. */
    async forgive(act: Guess, account: string, network: string): Promise<void> {
      await attempts.giveBack(await guessKey(act, account, network), RATES[act].guess)
      await attempts.giveBack(await accountKey(act, account), RATES[act].account)
    },
  }
}
