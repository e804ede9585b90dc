// Asks a host by every procedure of the contract with generated messages. `npm run fuzz`; with `-- sessions.` only
// those procedures, with a number behind it from that seed.
import { runFuzz } from './run-fuzz.ts'

const READINGS = 10_000
const OTHERS = 300
const MEANINGFUL = 2_000

const [only = '', given] = process.argv.slice(2)
const seed = given === undefined ? Date.now() % 1_000_000 : Number(given)
console.log(`Seed ${seed}: the same again by  npm run fuzz -- "${only}" ${seed}`)
const { asked, faults, before, after } = await runFuzz({
  readings: READINGS,
  others: OTHERS,
  meaningful: MEANINGFUL,
  seed,
  only,
  isTold: true,
})
for (const fault of faults) console.log(`- ${fault}`)
console.log(
  `${asked} messages answered, ${faults.length} faults; memory ${before} MiB, then ${after} MiB`,
)
process.exitCode = faults.length > 0 || asked === 0 ? 1 : 0
