import type { Worker } from 'node:worker_threads'
import { describeError } from './describe-error.ts'
import type { Logs } from './logs.ts'

/** Has the log tell of worker threads that break down; whoever called them hears of it by itself. */
export function watchWorkers(logs: Logs): Disposable {
  const watch = (worker: Worker) => {
    worker.on('error', (error) => {
      const fields = { worker: worker.threadName ?? '', ...describeError(error) }
      logs.write('error', { module: 'worker', message: 'A worker thread broke down.', fields })
    })
  }
  process.on('worker', watch)
  return { [Symbol.dispose]: () => void process.off('worker', watch) }
}
