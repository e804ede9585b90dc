import type { SpentKind } from './spent.ts'

/** The same object for the same kind of calls, whichever session they are of: reports look kinds up by it. */
export class SharedKinds {
  readonly #kinds = new Map<string, SpentKind>()

  share(kind: SpentKind): SpentKind {
    const key = [kind.type, kind.provider, kind.model, ...kind.tools].join('\n')
    const known = this.#kinds.get(key)
    if (known) return known
    this.#kinds.set(key, kind)
    return kind
  }
}
