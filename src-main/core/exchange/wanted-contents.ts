import { createHash, randomBytes } from 'node:crypto'
import type { ReplayChoice } from '#shared/contract/exchange.ts'
import { Hash } from '#shared/ids.ts'

const MIB = 1024 * 1024

/** What a file that is sent around holds at most, in bytes. */
export const contentBounds = {
  /** One content. */
  one: 2 * MIB,
  /** All contents. */
  all: 192 * MIB,
  /** One file of the project that nobody changed; and all of these. */
  around: MIB / 2,
  allAround: 24 * MIB,
} as const

interface Wanted {
  readonly read: (hash: Hash) => Promise<Uint8Array | undefined>
  readonly files: ReplayChoice['files']
  readonly changed: ReadonlySet<Hash>
}

/** Gives out what a replay holds of what its events refer to, within bounds, and counts what it does not. */
export class WantedContents {
  readonly #wanted: Wanted
  readonly #leftOut = new Set<Hash>()
  readonly #salt = randomBytes(16)
  #bytes = 0
  #aroundBytes = 0

  constructor(wanted: Wanted) {
    this.#wanted = wanted
  }

  get leftOut(): number {
    return this.#leftOut.size
  }

  readonly find = async (hash: Hash, isOfTree: boolean): Promise<Uint8Array | undefined> => {
    const isAround = isOfTree && !this.#wanted.changed.has(hash)
    const content =
      isAround && this.#wanted.files !== 'all' ? undefined : await this.#wanted.read(hash)
    if (content && this.#hasRoom(content.byteLength, isAround)) {
      this.#leftOut.delete(hash)
      return content
    }
    this.#leftOut.add(hash)
    return undefined
  }

  /** Its own name would let others try out what it was. */
  readonly nameMissing = (hash: Hash): Hash => {
    const named = createHash('sha256').update(this.#salt).update(hash)
    return Hash.parse(`sha256:${named.digest('hex')}`)
  }

  #hasRoom(bytes: number, isAround: boolean): boolean {
    const { one, all, around, allAround } = contentBounds
    if (bytes > one || this.#bytes + bytes > all) return false
    if (isAround && (bytes > around || this.#aroundBytes + bytes > allAround)) return false
    this.#bytes += bytes
    if (isAround) this.#aroundBytes += bytes
    return true
  }
}
