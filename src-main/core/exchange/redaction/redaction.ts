import type { Redacted } from '#shared/contract/exchange.ts'
import { findRanges, type Private, type Range, replaceRanges } from './find-ranges.ts'
import { type Cut, PieceScan } from './piece-scan.ts'
import { isSecretKey } from './secret-kinds.ts'

/** Takes out of what leaves the machine what looks like a secret or tells of the machine, and counts it. */
export class Redaction {
  readonly #known: readonly Private[]
  readonly #paths: readonly Private[]
  readonly #secrets = new Map<string, { readonly values: Set<string>; places: number }>()
  readonly #counts = { path: 0, name: 0 }

  constructor(known: readonly Private[]) {
    this.#known = known
    this.#paths = known.filter(({ type }) => type === 'path')
  }

  readonly text = (text: string): string => this.#replace(text, this.#known)

  /** What a program reads, and not a person: a word in it that is somebody’s name by chance stays. */
  readonly word = (text: string): string => this.#replace(text, this.#paths)

  /** What is under this name in plain data: a secret, if the name says so. */
  readonly value = (name: string, text: string): string => {
    if (!isSecretKey(name) || text.length < SHORTEST || MARK.test(text)) return this.text(text)
    this.#countSecret('secret value', text)
    return '[secret value removed]'
  }

  /** For a text in pieces; they are cut as `found` says. */
  scan(found: (seq: number, cut: Cut) => void): PieceScan {
    return new PieceScan(this.#known, (range, cuts) => {
      this.#count(range)
      for (const { seq, ...cut } of cuts) found(seq, cut)
    })
  }

  /** What was taken out so far. */
  get counts(): Redacted {
    const secrets = [...this.#secrets].map(([kind, { values, places }]) => ({
      kind,
      count: values.size,
      places,
    }))
    return { secrets, paths: this.#counts.path, names: this.#counts.name }
  }

  #replace(text: string, known: readonly Private[]): string {
    const ranges = findRanges(text, known)
    if (ranges.length === 0) return text
    for (const range of ranges) this.#count(range)
    return replaceRanges(text, ranges)
  }

  #count({ type, kind, value }: Range): void {
    if (type === 'secret') this.#countSecret(kind, value)
    else this.#counts[type] += 1
  }

  #countSecret(kind: string, value: string): void {
    const counted = this.#secrets.get(kind) ?? { values: new Set<string>(), places: 0 }
    counted.values.add(value)
    counted.places += 1
    this.#secrets.set(kind, counted)
  }
}

/** What is shorter is a placeholder more often than a secret. */
const SHORTEST = 6
const MARK = /^\[[A-Za-z ]+ removed\]$/
