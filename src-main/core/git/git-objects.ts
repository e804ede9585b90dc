import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { Hash } from '#shared/lib/ids.ts'
import { startReadingGit } from './git-process.ts'

interface Waiting {
  readonly resolve: (content: Uint8Array | undefined) => void
}

/** Reads objects of a repository through one `git cat-file --batch`, started when first needed. */
export class GitObjects implements AsyncDisposable {
  readonly #folder: string
  #child: ChildProcessWithoutNullStreams | undefined
  #ended: Promise<void> = Promise.resolve()
  #waiting: Waiting[] = []
  #chunks: Buffer[] = []
  #bytes = 0
  /** Bytes the answer being read has in all, header and line end included; 0 before its header. */
  #needed = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** `undefined` where the repository has no such object. */
  read(hash: Hash): Promise<Uint8Array | undefined> {
    const child = this.#child ?? this.#start()
    return new Promise((resolve) => {
      this.#waiting.push({ resolve })
      child.stdin.write(`${hash.slice('git:'.length)}\n`)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child?.stdin.end()
    this.#child?.kill()
    await this.#ended
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = startReadingGit({
      folder: this.#folder,
      args: ['cat-file', '--batch'],
    })
    this.#child = child
    this.#ended = new Promise((resolve) => {
      const onEnd = () => {
        this.#forget()
        resolve()
      }
      child.once('close', onEnd)
      child.once('error', onEnd)
    })
    child.stdin.on('error', () => this.#forget())
    child.stderr.resume()
    child.stdout.on('data', (chunk: Buffer) => this.#take(chunk))
    return child
  }

  #forget(): void {
    this.#child = undefined
    this.#chunks = []
    this.#bytes = 0
    this.#needed = 0
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined)
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    while (this.#bytes > 0 && this.#bytes >= this.#needed && this.#answer()) {
      // Each turn answers one question.
    }
  }

  /** Answers the oldest question, if all of its answer is here. */
  #answer(): boolean {
    const buffer = Buffer.concat(this.#chunks)
    this.#chunks = [buffer]
    const headerEnd = buffer.indexOf('\n')
    if (headerEnd < 0) return false
    const size = /^\S+ \S+ (\d+)$/u.exec(buffer.toString('latin1', 0, headerEnd))?.[1]
    const contentEnd = headerEnd + 1 + Number(size ?? 0)
    this.#needed = size === undefined ? contentEnd : contentEnd + 1
    if (buffer.length < this.#needed) return false
    const content = size === undefined ? undefined : buffer.subarray(headerEnd + 1, contentEnd)
    this.#chunks = [buffer.subarray(this.#needed)]
    this.#bytes = buffer.length - this.#needed
    this.#needed = 0
    this.#waiting.shift()?.resolve(content)
    return true
  }
}
