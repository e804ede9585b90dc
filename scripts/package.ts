// `npm run package`: what people install, for this platform, in release/. `-- --dir` leaves it unpacked;
// `-- --standin` packages it on what stands in for Electron in tests.
import { parseArgs } from 'node:util'
import { buildPackage } from './packaging/build-package.ts'

const { values } = parseArgs({
  options: { dir: { type: 'boolean' }, standin: { type: 'boolean' } },
})
const paths = await buildPackage({
  isForPeople: !values.dir && !values.standin,
  ...(values.standin && { dist: 'test/standin', isSealed: false }),
})
for (const path of paths) console.log(path)
