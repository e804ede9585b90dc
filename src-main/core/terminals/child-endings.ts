import { hasEnded } from './processes.ts'

interface Child {
  readonly pid: number
  readonly onEnded: () => void
}

// The signal is the process's own, and there may be many children: one listener looks after all.
const waiting = new Set<Child>()

/**
 * Tells at once that a child of this process has ended, whoever collects it. On Windows it never does.
 * Disposing of it stops the waiting.
 */
export function onceEnded(pid: number, onEnded: () => void): Disposable {
  const child = { pid, onEnded }
  if (waiting.size === 0) process.on('SIGCHLD', tellEnded)
  waiting.add(child)
  // It may have ended before anybody listened.
  queueMicrotask(tellEnded)
  return { [Symbol.dispose]: () => forget(child) }
}

function tellEnded(): void {
  const ended = [...waiting].filter(({ pid }) => hasEnded(pid))
  for (const child of ended) {
    forget(child)
    child.onEnded()
  }
}

function forget(child: Child): void {
  if (waiting.delete(child) && waiting.size === 0) process.off('SIGCHLD', tellEnded)
}
