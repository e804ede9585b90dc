import type { Scope } from './scope.ts'

/** The next path that stands for a command, as `/dev/fd/63` does. */
export function nextProcessFile(scope: Scope): string {
  return `/dev/fd/${63 + scope.files.size + scope.sinks.size}`
}
