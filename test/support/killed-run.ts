/**
 * A process that starts or goes on with a run, for tests that kill it. Arguments: the data folder, the
 * model server, the session, and the prompt to send (none: it only opens the store).
 */
import { SessionId } from '#shared/lib/ids.ts'
import { openRuns } from './run-fixture.ts'

const [dataDir = '', url = '', session = '', prompt] = process.argv.slice(2)
const server = { url, origin: url.replace(/\/v1$/, '') }
const { runs } = await openRuns({ dataDir, server })
if (prompt) await runs.send(SessionId.parse(session), { text: prompt, waitsForLimits: true })
// Until it is killed.
setInterval(() => undefined, 60_000)
