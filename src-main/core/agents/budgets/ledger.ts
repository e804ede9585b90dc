import type { ProjectId, RunId, SessionId } from '#shared/lib/ids.ts'
import { BudgetScope, type Budgets } from '#shared/settings/settings.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Store } from '../../store/store.ts'
import { monthOf } from '../../store/tables/session-summary.ts'

/** What the log has sums of. */
type LoggedScope = Exclude<BudgetScope, 'run'>

/** Whose money a run spends. */
interface Spender {
  readonly runId: RunId
  readonly sessionId: SessionId
  readonly projectId: ProjectId
}

/** What a ledger reads; it writes nothing. */
interface LedgerOptions {
  /** What holds now, for everybody. */
  readonly readBudgets: () => Budgets
  /** What the log says was spent so far, in US dollars; asked only where a budget holds. */
  readonly spentBefore: (scope: LoggedScope, spender: Spender) => number
  /** Names the month it is. */
  readonly month: () => string
  /** Resolves once the log has all that was spent. */
  readonly settle: () => Promise<void>
}

/** A call that does not fit, and into which budget. All in US dollars. */
export interface Shortage {
  readonly scope: BudgetScope
  readonly limitUsd: number
  readonly spentUsd: number
  readonly neededUsd: number
}

/** Money set aside for one model call, until it is disposed. */
export interface Reservation extends Disposable {
  readonly usd: number
}

/** What one scope has spent, and what is set aside in it for calls under way. */
interface Pot {
  spentUsd: number
  reservedUsd: number
}

interface Waiting {
  readonly account: Account
  readonly usd: number
  readonly answer: (answer: Reservation | Shortage) => void
}

/**
 * The money of all runs of a host. It is set aside before a call is made, so that calls made at once
 * can't spend the same dollar twice.
 */
export class Ledger {
  readonly #options: LedgerOptions
  readonly #pots = new Map<string, Pot>()
  #waiting: readonly Waiting[] = []

  constructor(options: LedgerOptions) {
    this.#options = options
  }

  /** `runUsd` is what this run may spend, in place of what every run may. */
  open(spender: Spender, runUsd?: number): Account {
    // No log tells of a run alone: it is counted from its beginning.
    this.#pots.set(this.#keyOf('run', spender), { spentUsd: 0, reservedUsd: 0 })
    return new Account(this, spender, runUsd === undefined ? {} : { run: runUsd })
  }

  /** What holds for everybody now. */
  get budgets(): Budgets {
    return this.#options.readBudgets()
  }

  /** Where a scope's money is counted, from the first time that a budget holds for it. */
  pot(scope: BudgetScope, spender: Spender): Pot {
    const key = this.#keyOf(scope, spender)
    const spentUsd = () => (scope === 'run' ? 0 : this.#options.spentBefore(scope, spender))
    const pot = this.#pots.get(key) ?? { spentUsd: spentUsd(), reservedUsd: 0 }
    this.#pots.set(key, pot)
    return pot
  }

  /** Counts what a call did cost, wherever it is counted; elsewhere the log knows it. */
  spend(spender: Spender, usd: number): void {
    for (const scope of BudgetScope.options) {
      const pot = this.#pots.get(this.#keyOf(scope, spender))
      if (pot) pot.spentUsd += usd
    }
    this.review()
  }

  /** Answers once it is set aside, or can't be; waits where calls under way may leave enough. */
  async reserve(account: Account, usd: number): Promise<Reservation | Shortage> {
    await this.settle()
    return new Promise((answer) => {
      this.#waiting = [...this.#waiting, { account, usd, answer }]
      this.review()
    })
  }

  /** Resolves once the log has all that was spent. */
  settle(): Promise<void> {
    return this.#options.settle()
  }

  /** Answers whom it can, in the order they came; called when something has changed. */
  review(): void {
    const waiting = this.#waiting
    this.#waiting = []
    const left = waiting.filter(({ account, usd, answer }) => {
      const answered = account.tryReserve(usd)
      if (answered) answer(answered)
      return !answered
    })
    this.#waiting = [...left, ...this.#waiting]
  }

  /** A run is over: nobody waits for its money, and it spends no more. */
  forget(account: Account, { runId }: Spender): void {
    this.#waiting = this.#waiting.filter((one) => one.account !== account)
    this.#pots.delete(`run ${runId}`)
  }

  #keyOf(scope: BudgetScope, { runId, sessionId, projectId }: Spender): string {
    const month = this.#options.month()
    return `${scope} ${{ run: runId, session: sessionId, project: projectId, month }[scope]}`
  }
}

/** The ledger of a host: what was spent before is in its store. */
export function openLedger({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'settings' | 'summaries' | 'flush'>
  readonly clock: Clock
}): Ledger {
  const month = () => monthOf(clock.now())
  const { settings, summaries } = store
  return new Ledger({
    month,
    settle: () => store.flush(),
    readBudgets: () => settings.read().budgets,
    spentBefore: (scope, { sessionId, projectId }) => {
      if (scope === 'month') return summaries.spentIn(month())
      if (scope === 'session') return summaries.of(sessionId)?.costUsd ?? 0
      return summaries.spentOn(projectId)
    },
  })
}

/** One run's side of the ledger. */
export class Account implements Disposable {
  readonly #ledger: Ledger
  readonly #spender: Spender
  /** What holds for this run in place of what holds for all. */
  readonly #own: Budgets

  constructor(ledger: Ledger, spender: Spender, own: Budgets) {
    this.#ledger = ledger
    this.#spender = spender
    this.#own = { ...own }
  }

  /** Whether any budget holds: then what has no price can't be counted, and is not to be called. */
  get isLimited(): boolean {
    return Object.keys(this.#limits).length > 0
  }

  /** Sets aside what a call may cost at most. Waits for calls under way where they may leave enough. */
  reserve(usd: number): Promise<Reservation | Shortage> {
    return this.#ledger.reserve(this, usd)
  }

  /** As `reserve`, at once; `undefined`: that is not known until calls under way have ended. */
  tryReserve(usd: number): Reservation | Shortage | undefined {
    const pots = this.#pots()
    const short = pots.find(({ limitUsd, pot }) => exceeds(pot.spentUsd + usd, limitUsd))
    if (short) {
      const { scope, limitUsd, pot } = short
      return { scope, limitUsd, spentUsd: pot.spentUsd, neededUsd: usd }
    }
    const isFree = pots.every(
      ({ limitUsd, pot }) => !exceeds(pot.spentUsd + pot.reservedUsd + usd, limitUsd),
    )
    return isFree ? this.#setAside(pots, usd) : undefined
  }

  /** As `tryReserve`, once it is known what was spent. */
  async reserveNow(usd: number): Promise<Reservation | Shortage | undefined> {
    await this.#ledger.settle()
    return this.tryReserve(usd)
  }

  /** Counts what a call did cost. */
  spend(usd: number): void {
    this.#ledger.spend(this.#spender, usd)
  }

  /** Lets this run spend up to so much in a scope. */
  raise(scope: BudgetScope, limitUsd: number): void {
    this.#own[scope] = limitUsd
    this.#ledger.review()
  }

  [Symbol.dispose](): void {
    this.#ledger.forget(this, this.#spender)
  }

  get #limits(): Budgets {
    return { ...this.#ledger.budgets, ...this.#own }
  }

  #pots() {
    const limits = this.#limits
    return BudgetScope.options.flatMap((scope) => {
      const limitUsd = limits[scope]
      if (limitUsd === undefined) return []
      return [{ scope, limitUsd, pot: this.#ledger.pot(scope, this.#spender) }]
    })
  }

  #setAside(pots: readonly { readonly pot: Pot }[], usd: number): Reservation {
    for (const { pot } of pots) pot.reservedUsd += usd
    let isHeld = true
    return {
      usd,
      [Symbol.dispose]: () => {
        if (!isHeld) return
        isHeld = false
        for (const { pot } of pots) pot.reservedUsd -= usd
        this.#ledger.review()
      },
    }
  }
}

/** Sums of many small amounts are not exact. */
const EPSILON_USD = 1e-9

function exceeds(usd: number, limitUsd: number): boolean {
  return usd > limitUsd + EPSILON_USD
}
