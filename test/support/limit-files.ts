import { execFileSync } from 'node:child_process'

/**
 * For tests: until it is disposed, this process can make no file larger than `bytes`, as on a disk
 * that is full. On Linux alone.
 */
export function limitFiles(bytes: number): Disposable {
  // What the system would end the process with.
  process.on('SIGXFSZ', ignore)
  limit(String(bytes))
  return { [Symbol.dispose]: () => limit('unlimited') }
}

function limit(size: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${size}:`])
}

function ignore(): void {}
