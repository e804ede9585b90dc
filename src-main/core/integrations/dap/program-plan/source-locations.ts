import { basename, isAbsolute, sep } from 'node:path'
import { findRelative } from '../../../files/path-containment.ts'
import type { StackFrame } from '../adapters/dap-protocol.ts'

const PROJECT = '/workspace'

/** A call on the stack of a program that stands still; `path` as agents see it. */
export interface Frame {
  readonly id: number
  readonly name: string
  readonly path?: string
  /** What to call the file where agents see none. */
  readonly elsewhere?: string
  readonly line: number
}

/** Files as agents see them, and as debuggers know them. */
export class Places {
  readonly #root: string
  readonly #resolve: (path: string) => string

  /** `resolve` says where a path of agents is on disk; it throws for what leads out. */
  constructor(root: string, resolve: (path: string) => string) {
    this.#root = root
    this.#resolve = resolve
  }

  get root(): string {
    return this.#root
  }

  /** On disk. A path that does not begin with a slash is one below the project. */
  toReal(path: string): string {
    return this.#resolve(this.toAgentPath(path))
  }

  toAgentPath(path: string): string {
    return path.startsWith('/') ? path : `${PROJECT}/${path.replace(/^\.\//, '')}`
  }

  /** `undefined`: it is none of the project's. */
  toShown(real: string): string | undefined {
    if (!isAbsolute(real)) return undefined
    const below = findRelative(this.#root, real)
    return below ? `${PROJECT}/${below.split(sep).join('/')}` : undefined
  }

  toFrame({ id, name, source, line }: StackFrame): Frame {
    const path = source?.path && this.toShown(source.path)
    if (path) return { id, name, path, line }
    const elsewhere = source?.name ?? (source?.path && basename(source.path))
    return { id, name, line, ...(elsewhere && { elsewhere }) }
  }
}
