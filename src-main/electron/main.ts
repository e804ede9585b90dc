import { start } from './start.ts'

// Nothing here may be awaited at the top: `ready` waits for this module to end.
void start()
