import { join } from 'node:path'
import { app } from 'electron'
import { registerScheme } from './app-protocol.ts'
import { start } from './start.ts'

// Nothing here may be awaited at the top: `ready` waits for this module to end.
registerScheme()
app.enableSandbox()
const { ORRERY_DATA_DIR } = process.env
if (ORRERY_DATA_DIR) app.setPath('userData', join(ORRERY_DATA_DIR, 'electron'))

if (app.requestSingleInstanceLock()) void start()
else app.quit()
