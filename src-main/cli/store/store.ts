import type { OtherSizes, SessionSize, StoreSizes } from '#shared/contract/procedures/host.ts'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { readSizes } from '../../core/store/sizes/sizes.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { formatBytes, formatJson, toLine } from '../command-line/format-output.ts'
import { openReader } from '../host-client/store-reader.ts'

export const command = defineCommand({
  name: 'store',
  usage: ['orrery store [--json]'],
  about: `How large the store is, and what each session takes of it: what deleting it would free, and what it
shares with others. Below them is what no session has for itself.`,
  table: {
    json: { type: 'boolean', help: 'All figures, in bytes' },
  },
  run: async ({ values }) => {
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using reader = await openReader(dataDir)
    if (!reader) {
      console.log('Nothing is stored yet.')
      return EXIT.ok
    }
    const sizes = await readSizes(dataDir)
    const summaries = reader.store.summaries.list()
    console.log(values.json ? formatJson(sizes) : toTable(sizes, summaries))
    return EXIT.ok
  },
})

function toTable(sizes: StoreSizes, summaries: readonly SessionSummary[]): string {
  const { fileBytes, freeBytes } = sizes
  const titles = new Map(summaries.map(({ id, title }) => [id, title]))
  const rows = sizes.sessions
    .toSorted((a, b) => ownBytes(b) - ownBytes(a))
    .map((size) => toRow(size, titles.get(size.id) ?? ''))
  const whole = `${formatBytes(fileBytes)} in all, ${formatBytes(freeBytes)} of it free to be used again`
  return [whole, ...rows, ...toOthers(sizes.others)].join('\n')
}

function toOthers({ sharedBytes, memoryBytes, restBytes }: OtherSizes): readonly string[] {
  const parts = [
    [sharedBytes, 'Contents that several sessions share'],
    [memoryBytes, 'Memories of projects'],
    [restBytes, 'Indexes, settings, and room that is not filled yet'],
  ] as const
  return parts
    .filter(([bytes]) => bytes > 0)
    .map(([bytes, what]) => `${formatBytes(bytes).padStart(8)}  ${what}`)
}

function toRow(size: SessionSize, title: string): string {
  const own = formatBytes(ownBytes(size)).padStart(8)
  const shared = size.sharedBytes > 0 ? `  + ${formatBytes(size.sharedBytes)} shared` : ''
  return `${own}  ${size.id}  ${toLine(title || 'Untitled', 48)}${shared}`
}

/** What deleting it would free. */
function ownBytes({ logBytes, checkpointBytes, contentBytes }: SessionSize): number {
  return logBytes + checkpointBytes + contentBytes
}
