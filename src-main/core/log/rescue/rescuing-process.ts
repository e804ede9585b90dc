// Run by a test, which ends it with kill -9: opens a damaged store.
import { parseArgs } from 'node:util'
import { systemClock } from '../../clock.ts'
import { openStore } from '../store.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [dataDir = ''] = positionals
await openStore({ dataDir, clock: systemClock, mode: 'owner', isAfterCrash: true })
