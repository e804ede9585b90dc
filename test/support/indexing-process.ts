// Run by a test, which ends it with kill -9: owns a store and has it indexed, saying on stdout how many
// events can be found by now.
import { parseArgs } from 'node:util'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { Search } from '../../src-main/core/store/search/search.ts'
import { openStore } from '../../src-main/core/store/store.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [dataDir = ''] = positionals
const store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
const search = new Search({
  store,
  report: (error) => {
    throw error
  },
})
for (;;) {
  const { indexing } = await search.find({ text: 'nothing', limit: 1 })
  process.stdout.write(`${indexing?.done ?? 'all'}\n`)
}
