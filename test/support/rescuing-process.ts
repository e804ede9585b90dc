// Run by a test, which ends it with kill -9: opens a damaged store.
import { parseArgs } from 'node:util'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [dataDir = ''] = positionals
await openStore({ dataDir, clock: systemClock, mode: 'owner', isAfterCrash: true })
