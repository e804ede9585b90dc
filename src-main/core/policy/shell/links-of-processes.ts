import type { Links } from './place.ts'
import { UNKNOWN } from './values.ts'

const PROCESS = /^\/proc\/(?:self|thread-self|\d+|\$\$)$/u
const ROOT = /^\/proc\/(?:self|thread-self|\d+|\$\$)\/root$/u
const OWN_FOLDER = /^\/proc\/(?:self|thread-self|\$\$)\/cwd$/u
const FOLDER = /^\/proc\/\d+\/cwd$/u
/** Streams: what stands behind them is a matter of the command, which is judged as a whole. */
const STREAMS = /^\/(?:dev\/(?:fd|std(?:in|out|err))|proc\/[^/]+\/(?:task\/\d+\/)?fd\/\d+)$/u

/**
 * Links of `/proc` and `/dev` are other ones for every process: what the host would find there says
 * nothing of a command that runs in `cwd`.
 */
export function withProcesses(links: Links, cwd: string): Links {
  return {
    isSpent: () => links.isSpent(),
    namesIn: (folder, wanted) => links.namesIn(folder, wanted),
    targetAt: (path) => {
      if (PROCESS.test(path) || STREAMS.test(path)) return undefined
      if (ROOT.test(path)) return '/'
      if (OWN_FOLDER.test(path)) return cwd
      return FOLDER.test(path) ? UNKNOWN : links.targetAt(path)
    },
  }
}
