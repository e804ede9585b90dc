const SECOND = 1000
const MINUTE = 60

/** How long something took or lasts: `820 ms`, `0:48`, `1:02:05`, and from a day on `2 d 3 h`. */
export function formatDuration(ms: number): string {
  if (ms <= 0) return '0:00'
  if (ms < SECOND) return `${Math.floor(ms)} ms`
  const hours = Math.floor(ms / SECOND / MINUTE / MINUTE)
  const rest = hours % 24
  if (hours < 24) return formatElapsed(ms)
  return rest > 0 ? `${(hours - rest) / 24} d ${rest} h` : `${hours / 24} d`
}

/** The same of a call that is looked into, to the tenth of a second: `820 ms`, `4.2 s`, and from a minute on `1:05`. */
export function formatLatency(ms: number): string {
  if (ms < SECOND || ms >= MINUTE * SECOND) return formatDuration(ms)
  return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
}

/** The same of what goes on, and is counted by the second. */
export function formatSoFar(ms: number): string {
  return formatDuration(ms - (ms % SECOND))
}

/** Where something is in time, since that began: `1:07`, `1:02:09`; with tenths or hundredths where steps are that fine. */
export function formatElapsed(ms: number, stepMs = SECOND): string {
  const digits = stepMs >= SECOND ? 0 : stepMs >= 100 ? 1 : 2
  const unit = 10 ** digits
  const total = Math.floor((ms / SECOND) * unit + 1e-6) / unit
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / MINUTE) % MINUTE
  const seconds = (total % MINUTE).toFixed(digits).padStart(digits ? digits + 3 : 2, '0')
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}

/** What is spent where calls without a price are told of beside it. */
export function formatPriced(costUsd: number, unpricedCalls: number): string {
  return formatUsd(costUsd === 0 && unpricedCalls > 0 ? null : costUsd)
}

/** Money: three places under a dollar, two above. `null` has no price. */
export function formatUsd(usd: number | null): string {
  if (usd === null) return 'unpriced'
  if (usd === 0) return '$0.00'
  if (usd < 0.0005) return '<$0.001'
  return usd < 1 ? `$${usd.toFixed(3)}` : `$${groups(usd.toFixed(2))}`
}

/** What some calls cost together: those without a price are named, never counted as nothing. */
export function formatCost(costUsd: number, unpricedCalls: number): string {
  if (unpricedCalls === 0) return formatUsd(costUsd)
  return costUsd === 0 ? 'unpriced' : `${formatUsd(costUsd)} + unpriced`
}

/** Tokens: `812`, `1.2k`, `128k`, `2.4M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  if (tokens < 9950) return `${trim((tokens / 1000).toFixed(1))}k`
  if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`
  return `${trim((tokens / 1_000_000).toFixed(1))}M`
}

/** A whole number with its thousands apart: `1,204`. */
export function formatCount(count: number): string {
  return groups(String(Math.round(count)))
}

/** `1 file`, `3 files`. */
export function formatNumber(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`
}

/** Sizes, as the command line says them: `812 B`, `14 kB`, `2.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  if (bytes < 999_950_000) return `${trim((bytes / 1e6).toFixed(1))} MB`
  return `${trim((bytes / 1e9).toFixed(1))} GB`
}

/** The time of day: `14:32:07`. */
export function formatClock(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** How long ago, for a list: `now`, `12 min`, `3 h`, `yesterday`, `4 Nov`. */
export function formatAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / SECOND / MINUTE)
  if (minutes < 1) return 'now'
  if (minutes < MINUTE) return `${minutes} min`
  if (minutes < 24 * MINUTE) return `${Math.floor(minutes / MINUTE)} h`
  if (minutes < 48 * MINUTE) return 'yesterday'
  const date = new Date(at)
  const month = date.toLocaleString('en', { month: 'short' })
  const year = date.getFullYear() === new Date(now).getFullYear() ? '' : ` ${date.getFullYear()}`
  return `${date.getDate()} ${month}${year}`
}

/** A path as it is shown: without the root agents see it under, and with `~` for home. */
export function formatPath(path: string, homeDir?: string): string {
  if (homeDir && (path === homeDir || path.startsWith(`${homeDir}/`))) {
    return `~${path.slice(homeDir.length)}`
  }
  return path.startsWith('/workspace/') ? path.slice('/workspace/'.length) : path
}

function groups(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

function trim(decimal: string): string {
  return decimal.replace(/\.0$/, '')
}
