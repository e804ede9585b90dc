import type { SpanId } from '#shared/lib/ids.ts'
import type { TerminalLog } from '../../terminals/agent-terminal-recorder.ts'
import type { RunLog } from '../recording/run-log.ts'

/**
 * A terminal ends with its run at the latest; it has the call's span, but an end of its own. `onCut` is
 * called where it is ended before it has come to that.
 */
export function terminalLogOf(
  log: Pick<RunLog, 'open' | 'append' | 'end'>,
  spanId: SpanId,
  onCut: () => void = () => {},
): TerminalLog {
  const key = `terminal ${spanId}` as const
  return {
    open: (opened, endOf) =>
      log.open(key, opened, () => {
        onCut()
        return endOf()
      }),
    append: (drafts) => log.append(...drafts),
    end: (drafts) => log.end(key, ...drafts),
  }
}
